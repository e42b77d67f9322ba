// @invariant stop-answered-under-load
import { connect, type Socket } from 'node:net'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, newUser, OPERATOR, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { writeTrade } from './trade-rows.ts'

/*
 * A stop button, and a user's instruction on an open trade, work while everything else is busy: they have connections to the
 * store of their own, and capacity to be received.
 */

const MAX_CONNECTIONS = 40
const IN_TIME_MS = 2000

let web: TestWeb
let user: TestUser
let operator: TestUser
beforeAll(async () => {
  web = await startTestWeb({}, { maxConnections: MAX_CONNECTIONS })
  user = await newUser(web, 'master')
  await writeTrade(web.store.db, user.id, '2026-11-20' as IstDate, 'urgent', 'open')
  operator = await newUser(web, 'starter', OPERATOR)
})
afterAll(() => web.stop())

async function timed<T>(work: Promise<T>): Promise<[T, ms: number]> {
  const startedAt = performance.now()
  return [await work, performance.now() - startedAt]
}
const press = ({ cookie }: TestUser, path: string, on: boolean) =>
  timed(call(web, 'POST', path, { cookie, body: { on } }))

describe('with every ordinary connection to the store taken', () => {
  it.each([
    ['a user', () => user, '/api/stop'],
    ['an operator', () => operator, '/api/operator/stop'],
  ])('%s engages and releases the stop in time', async (_, who, path) => {
    await withNoConnectionLeft(async () => {
      for (const on of [true, false]) {
        const [answer, ms] = await press(who(), path, on)
        expect([answer.status, ms < IN_TIME_MS]).toEqual([200, true])
      }
    })
  })

  it.each([
    ['exits a trade', 'urgent/exit', {}],
    ['raises a stop', 'urgent/stop', { trigger_price: 85 }],
    ['lowers a target', 'urgent/target', { target_price: 120 }],
    ['exits all trades', 'exit_all', { pause: true }],
  ])('a user %s in time', async (_, path, body) => {
    await withNoConnectionLeft(async () => {
      const [answer, ms] = await timed(call(web, 'POST', `/api/trades/${path}`, { cookie: user.cookie, body }))
      expect([answer.status, ms < IN_TIME_MS]).toEqual([202, true])
    })
  })

  async function withNoConnectionLeft(work: () => Promise<void>): Promise<void> {
    // No state remains from before.
    await delay(2000)
    const held = await Promise.all(Array.from({ length: web.store.pool.options.max }, () => web.store.pool.connect()))
    try {
      const others = Array.from({ length: 30 }, () => call(web, 'GET', '/api/security', { cookie: user.cookie }))
      await work()
      for (const client of held.splice(0)) client.release()
      await Promise.all(others)
    } finally {
      for (const client of held) client.release()
    }
  }
})

describe('with more connections than there is room for', () => {
  const flood = async (count: number, first = ''): Promise<Socket[]> => {
    const sockets = Array.from({ length: count }, () => connect(Number(new URL(web.url).port), '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => {}).resume()
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    for (const socket of sockets) socket.write(first)
    return sockets
  }

  it.each([
    ['that show nothing', ''],
    ['that never end their headers', 'GET /api/config HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ])('%s, a stop comes through', async (_, first) => {
    const sockets = await flood(3 * MAX_CONNECTIONS, first)
    try {
      const [answer, ms] = await press(user, '/api/stop', true)
      expect([answer.status, ms < IN_TIME_MS]).toEqual([200, true])
      await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(MAX_CONNECTIONS)
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })
})
