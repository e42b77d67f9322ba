import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../src/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, allowedHosts: ['sandbox.lan'] })
})
afterAll(() => sandbox.close())

/** Status of a call with headers that `fetch` does not let a caller set. */
async function statusOf(method: string, path: string, headers: Record<string, string>): Promise<number> {
  const call = request(`${sandbox.url}${path}`, { method, headers: { 'content-type': 'application/json', ...headers } })
  call.end(method === 'POST' ? '{}' : undefined)
  const [answer] = (await once(call, 'response')) as [{ statusCode: number; resume(): void }]
  answer.resume()
  return answer.statusCode
}

it.each(['/', '/sandbox', '/sandbox/accounts', '/console/console.js', '/t.me/bot'])(
  'does not show %s to a page whose name was pointed at this machine',
  async (path) => {
    const host = `evil.example:${sandbox.port}`
    expect(await statusOf('GET', path, { host })).toBe(403)
    expect(await statusOf('POST', path, { host, origin: `http://${host}` })).toBe(403)
    expect(await statusOf('GET', path, {})).toBe(200)
  },
)

it('takes changes from pages of its own under each of its names, and from programs', async () => {
  for (const name of ['127.0.0.1', 'localhost', '[::1]', 'sandbox.lan']) {
    const host = `${name}:${sandbox.port}`
    expect(await statusOf('POST', '/sandbox/clock/pause', { host, origin: `http://${host}` }), name).toBe(200)
  }
  expect(await statusOf('POST', '/sandbox/clock/pause', {})).toBe(200)
  for (const origin of ['http://evil.example', 'http://127.0.0.1:1', 'null'])
    expect(await statusOf('POST', '/sandbox/clock/pause', { origin }), origin).toBe(403)
})

it('serves the broker under any name', async () => {
  expect(await statusOf('GET', '/kite/user/profile', { host: 'broker.example', 'x-kite-version': '3' })).toBe(403)
  expect(await statusOf('GET', '/clock', { host: 'broker.example' })).toBe(200)
})
