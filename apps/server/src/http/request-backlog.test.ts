import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { queueRequestsUntilReady } from './request-backlog.ts'

let server: Server
let releaseQueued: () => void
let port: number
const comes = (event: 'request' | 'upgrade', times = 1) =>
  new Promise<void>((resolve) => {
    let left = times
    server.on(event, () => {
      if ((left -= 1) === 0) resolve()
    })
  })

beforeEach(async () => {
  server = createServer()
  releaseQueued = queueRequestsUntilReady(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

it('lets a request wait for the listener, with its body', async () => {
  const came = comes('request')
  const answer = fetch(`http://127.0.0.1:${port}/early`, { method: 'POST', body: 'all of it' })
  await came
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    request.pipe(response)
  })
  releaseQueued()
  expect(await (await answer).text()).toBe('all of it')
})

it('lets a socket wait for the listener', async () => {
  const came = comes('upgrade')
  const client = new WebSocket(`ws://127.0.0.1:${port}`)
  await came
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, stream, head) =>
    sockets.handleUpgrade(request, stream, head, (open) => open.send('here')),
  )
  releaseQueued()
  const message = await new Promise((resolve) => client.on('message', resolve))
  expect(message).toEqual(Buffer.from('here'))
  client.terminate()
})

it('passes no request on twice', async () => {
  const came = comes('request')
  const answer = fetch(`http://127.0.0.1:${port}/`)
  await came
  let asked = 0
  server.removeAllListeners('request')
  server.on('request', (_, response) => {
    asked += 1
    response.end()
  })
  releaseQueued()
  releaseQueued()
  await answer
  expect(asked).toBe(1)
})
