import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeFromBucket } from '../src/rate-limits/rate-buckets.ts'
import { userScopedDbs } from '../src/store/user-scoped-db.ts'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

let web: TestWeb
let user: TestUser
beforeAll(async () => {
  web = await startTestWeb()
  user = await newUser(web, 'master')
})
afterAll(() => web.stop())

/** How long a request may take to arrive: 15 s, checked every 5 s, and some for a busy machine. */
const MAX_WAIT_MS = 25_000

function raw(text: string): Socket {
  const stream = connect(Number(new URL(web.url).port), '127.0.0.1')
  stream.on('error', () => {})
  stream.write(text)
  return stream
}

// Side by side, for each waits for as long.
it.concurrent.each([
  ['headers', 'GET /api/config HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['a body', 'POST /api/support HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'],
])('ends a connection whose %s do not come', { timeout: 40_000 }, async (_, text) => {
  const stream = raw(text)
  const startedAt = performance.now()
  await new Promise<void>((resolve) => {
    stream.resume()
    stream.once('close', () => resolve())
  })
  expect(performance.now() - startedAt).toBeLessThan(MAX_WAIT_MS)
})

it.each([
  ['the API’s document', '/api/openapi.json', 60],
  ['files and pages', '/nothing-is-there', 3000],
])('bounds requests of one address for %s', async (_, path, perMinute) => {
  const headers = { 'x-test-address': '10.77.0.1' }
  // A window may end between two of them: then there is room for as many again.
  const statuses: number[] = []
  while (statuses.length < 2 * perMinute + 100 && !statuses.includes(429)) {
    const batch = Array.from({ length: 50 }, async () => (await call(web, 'GET', path, { headers })).status)
    statuses.push(...(await Promise.all(batch)))
  }
  // Those of a batch are answered in any order.
  expect(statuses.filter((status) => status !== 429).length).toBeGreaterThanOrEqual(perMinute)
  expect((await call(web, 'GET', path, { headers: { 'x-test-address': '10.78.0.1' } })).status).not.toBe(429)
})

it('takes clients that hang up for no failure of its own', async () => {
  web.logs.splice(0)
  const head = `POST /api/support/chat HTTP/1.1\r\nHost: x\r\nOrigin: ${web.url}\r\nCookie: ${user.cookie}\r\nIdempotency-Key: k\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
  const streams = Array.from({ length: 20 }, () => raw(head))
  await call(web, 'GET', '/api/me', { cookie: user.cookie })
  await new Promise((resolve) => setTimeout(resolve, 200))
  for (const stream of streams) stream.resetAndDestroy()
  await expect
    .poll(() => web.logs.filter((line) => line.includes('a client hung up')).length, { timeout: 10_000 })
    .toBeGreaterThan(0)
  expect(web.logs.filter((line) => line.includes('"level":50'))).toEqual([])
})

it('lets a user’s requests count tries without seeing those of others', async () => {
  await takeFromBucket(web.store.db, 'sign-in victim@example.com', 5, 60_000)
  const own = userScopedDbs(web.store.pool)(user.id)
  await expect(own.read((db) => sql`select * from rate_buckets`.execute(db))).rejects.toThrow('permission denied')
  await expect(own.write((db) => sql`update rate_buckets set count = 0`.execute(db))).rejects.toThrow(
    'permission denied',
  )
  const tries = await own.write(async (db) => {
    const allowed: boolean[] = []
    for (let n = 0; n < 3; n += 1) allowed.push(await takeFromBucket(db, `tries ${user.id}`, 2, 60_000))
    return allowed
  })
  expect(tries).toEqual([true, true, false])
})
