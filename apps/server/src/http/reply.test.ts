import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { sendReply, type Reply } from './reply.ts'

let server: Server
afterEach(() => void server.close())

async function ask(method: string, reply: Reply) {
  const logger = pino({ level: 'silent' })
  server = createServer((asked, response) => sendReply(asked, response, reply, logger))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    request({ port, host: '127.0.0.1', method, agent: false }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, headers: response.headers, body }), reject)
    })
      .on('error', reject)
      .end()
  })
}

it('opens a stream for a body that is sent and for no other', async () => {
  let opened = 0
  const reply: Reply = {
    status: 200,
    headers: { 'content-length': '4' },
    body: () => {
      opened += 1
      return Readable.from(['text'])
    },
  }
  expect(await ask('HEAD', reply)).toMatchObject({ status: 200, body: '', headers: { 'content-length': '4' } })
  expect(opened).toBe(0)
  expect(await ask('GET', reply)).toMatchObject({ status: 200, body: 'text' })
  expect(opened).toBe(1)
})

it.each(['GET', 'HEAD'])('says at %s how long the body is', async (method) => {
  const { headers, body } = await ask(method, { status: 404, headers: { 'content-type': 'text/plain' }, body: 'é' })
  expect(headers).toMatchObject({ 'content-length': '2', 'content-type': 'text/plain' })
  expect(body).toBe(method === 'GET' ? 'é' : '')
})

it('ends the connection when a stream breaks: half an answer must not look whole', async () => {
  const body = () =>
    new Readable({
      read() {
        this.push('half')
        setImmediate(() => this.destroy(new Error('the disk is gone')))
      },
    })
  await expect(ask('GET', { status: 200, headers: {}, body })).rejects.toThrow('aborted')
})
