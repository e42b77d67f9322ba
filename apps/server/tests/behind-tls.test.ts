import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer, type Server } from 'node:tls'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newUser, PASSWORD, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

/* The server as people reach it: behind a proxy that ends TLS and passes bytes on. The certificate is this test's own. */

const FOLDER = join(import.meta.dirname, 'tls')
const CERTIFICATE = readFileSync(join(FOLDER, 'localhost.pem'))
const HSTS = 'max-age=31536000; includeSubDomains'

let proxy: Server
let origin: string
let web: TestWeb
let user: TestUser
beforeAll(async () => {
  let upstream = 0
  proxy = createServer({ cert: CERTIFICATE, key: readFileSync(join(FOLDER, 'localhost-key.pem')) }, (outside) => {
    const inside = connect(upstream, '127.0.0.1')
    outside.on('error', () => inside.destroy())
    inside.on('error', () => outside.destroy())
    outside.pipe(inside).pipe(outside)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  origin = `https://localhost:${(proxy.address() as AddressInfo).port}`
  web = await startTestWeb({ PUBLIC_URL: origin, PORT: '0' })
  upstream = web.port
  user = await newUser({ ...web, url: `http://127.0.0.1:${web.port}` }, 'master')
})
afterAll(async () => {
  await web.stop()
  await new Promise((resolve) => proxy.close(resolve))
})

interface TlsAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

function ask(method: string, path: string, headers: Record<string, string> = {}, body?: object): Promise<TlsAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${origin}${path}`,
      {
        method,
        ca: CERTIFICATE,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      },
      (answer) =>
        void text(answer).then(
          (read) => resolve({ status: answer.statusCode!, headers: answer.headers, body: read }),
          reject,
        ),
    )
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

it.each([
  ['a polled call', 'GET', '/live_indices', 200],
  ['a call', 'GET', '/api/me', 200],
  ['a refusal of a polled call', 'GET', '/signals?symbol=X', 400],
  ['a refusal', 'GET', '/api/decisions', 400],
  ['a call of identity', 'GET', '/api/auth/get-session', 200],
  ['an unknown call', 'GET', '/api/nothing', 404],
  ['a wrong method', 'DELETE', '/api/me', 405],
  ['the API’s document', 'GET', '/api/openapi.json', 200],
])('%s gets the header that keeps browsers on TLS', async (_, method, path, status) => {
  const answer = await ask(method, path, { cookie: user.cookie, origin })
  expect([answer.status, answer.headers['strict-transport-security']]).toEqual([status, HSTS])
})

it('signs in with cookies that only TLS carries, and they work', async () => {
  const answer = await ask('POST', '/api/auth/sign-in/email', { origin }, { email: user.email, password: PASSWORD })
  expect(answer.status).toBe(200)
  const cookies = answer.headers['set-cookie'] as string[]
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-/)
    expect(cookie).toMatch(/; Secure/i)
    expect(cookie).toMatch(/; HttpOnly/i)
    expect(cookie).toMatch(/; Path=\//i)
    expect(cookie).not.toMatch(/; Domain/i)
  }
  const session = cookies.find((cookie) => cookie.startsWith('__Host-sw.session_token='))!.split(';', 1)[0]!
  const me = await ask('GET', '/api/me', { cookie: session })
  expect([me.status, (JSON.parse(me.body) as { email: string }).email]).toEqual([200, user.email])
})

it('takes changes from its https address alone', async () => {
  const stop = (from: string) => ask('POST', '/api/stop', { cookie: user.cookie, origin: from }, { on: true })
  expect((await stop(origin)).status).toBe(200)
  expect((await stop(origin.replace('https', 'http'))).status).toBe(403)
})

it('upgrades wss, with the session and from its own origin alone', async () => {
  const open = (headers: Record<string, string>) => {
    const address = `${origin.replace('https', 'wss')}/ws/user_active_trades?uid=${user.id}&date=2026-11-20`
    const socket = new WebSocket(address, { ca: CERTIFICATE, headers })
    return new Promise<string>((resolve) => {
      socket.once('message', (data: Buffer) => {
        resolve(data.toString())
        socket.terminate()
      })
      socket.once('unexpected-response', (_request, response) => resolve(String(response.statusCode)))
      socket.on('error', () => {})
    })
  }
  expect(JSON.parse(await open({ cookie: user.cookie, origin }))).toBeTypeOf('object')
  expect(await open({ cookie: user.cookie, origin: 'https://evil.example' })).toBe('403')
  expect(await open({ origin })).toBe('401')
})

it('leads mailed links to its https address', async () => {
  await ask('POST', '/api/auth/request-password-reset', { origin }, { email: user.email })
  const mail = await web.store.db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', user.email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(mail.body).toContain(`${origin}/`)
  expect(mail.body).not.toContain('http://')
})
