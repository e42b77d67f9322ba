// @invariant newest-login
import type { AddressInfo } from 'node:net'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { nodeTimers } from '@strikewise/kite/ticker/timers.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BrokerLink } from '../../src/broker-account.ts'
import { KiteBroker } from '../../src/zerodha/kite-broker.ts'
import { until } from '@strikewise/broker-conformance/run-contract.ts'
import { CREDENTIALS, KiteServer, ORDER } from './kite-server.ts'

const yes = () => true

const kite = new KiteServer()
beforeEach(() => kite.start())
afterEach(() => kite.stop())

it('calls with the newest login when two refreshes overlap and the older reading ends last (B8)', async () => {
  const readings: ((link: BrokerLink) => void)[] = []
  const broker = await kite.opened()
  const { port } = kite.server.address() as AddressInfo
  const overlapping = new KiteBroker({
    urls: () => ({ apiUrl: `http://127.0.0.1:${port}`, tickerUrl: `ws://127.0.0.1:${port}/ticker` }),
    clock: { now: () => 0 as EpochMs },
    algoId: undefined,
    credentials: () => new Promise((resolve) => void readings.push(resolve)),
    onError: () => undefined,
  })
  kite.open.push(overlapping)
  const withToken = (token: string): BrokerLink => ({ ...CREDENTIALS, accessToken: { reveal: () => token } })
  const first = overlapping.refresh()
  const second = overlapping.refresh()
  // Before readings were one at a time the second had begun by now, and could end first.
  readings[1]?.(withToken('new-token'))
  readings[0]!(withToken('old-token'))
  await first
  await until('the second reading', async () => readings[1])
  readings[1]!(withToken('new-token'))
  expect(await second).toBe(true)
  kite.asked.length = 0
  await overlapping.orders()
  expect(kite.asked.filter(({ url }) => url === '/orders').map(({ authorization }) => authorization)).toEqual([
    'token key:new-token',
  ])
  await broker.close()
})

it('shows that another login is in force once calls carry it, however long its vault took', async () => {
  const { port } = kite.server.address() as AddressInfo
  const vault = Promise.withResolvers<BrokerLink>()
  const slow = new KiteBroker({
    urls: () => ({ apiUrl: `http://127.0.0.1:${port}`, tickerUrl: `ws://127.0.0.1:${port}/ticker` }),
    clock: { now: () => 0 as EpochMs },
    algoId: undefined,
    credentials: () => vault.promise,
    onError: () => undefined,
  })
  kite.open.push(slow)
  const readings: ReturnType<KiteBroker['orders']>[] = []
  slow.updates(({ type }) => {
    if (type === 'login') readings.push(slow.orders())
  })
  const refreshed = slow.refresh()
  expect(await slow.orders()).toMatchObject({ ok: false, code: 'token_expired' })
  vault.resolve(CREDENTIALS)
  await refreshed
  expect(await Promise.all(readings)).toMatchObject([{ ok: true }])
})

describe('the link', () => {
  it('without a usable token nothing is asked of the broker', async () => {
    const broker = await kite.opened({ credentials: async () => undefined })
    expect(await broker.place(ORDER, yes)).toMatchObject({ type: 'refused', code: 'token_expired' })
    expect(await broker.orders()).toMatchObject({ ok: false, code: 'token_expired' })
    expect(kite.asked).toEqual([])
  })

  it('that cannot be read keeps the token it has: exits go on while the store is away', async () => {
    let storeIsUp = true
    const problems: string[] = []
    const broker = await kite.opened({
      credentials: async () => {
        if (!storeIsUp) throw new Error('the store is down')
        return CREDENTIALS
      },
      onError: (what) => problems.push(what),
    })
    storeIsUp = false
    await broker.refresh()
    expect(await broker.orders()).toMatchObject({ ok: true })
    expect(problems).toHaveLength(1)
  })
})

it('leaves nothing behind that would keep its process alive', async () => {
  const pending = new Set<object>()
  const realTime: typeof nodeTimers = {
    now: () => nodeTimers.now(),
    after(ms, work) {
      const timer = {}
      pending.add(timer)
      const cancel = nodeTimers.after(ms, () => {
        pending.delete(timer)
        work()
      })
      return () => {
        pending.delete(timer)
        cancel()
      }
    },
  }
  const broker = await kite.opened({ realTime })
  await until('the connection for updates', async () => (kite.ticker.clients.size === 1 ? true : undefined))
  await broker.close()
  expect([...pending]).toEqual([])
})

describe('the connection for orders', () => {
  /** Resolves when `calls` have been answered and the answers have come. */
  async function quiet(broker: KiteBroker, calls: number): Promise<void> {
    await until(`${calls} answers`, async () => (kite.answered >= calls ? true : undefined))
    await broker.trades()
  }

  it('stands before the first order, which opens no other', async () => {
    const broker = await kite.opened()
    await quiet(broker, 2)
    await Promise.all([broker.orders(), broker.positions()])
    const before = kite.connections.length
    await broker.place(ORDER, yes)
    expect(kite.connections).toHaveLength(before)
    const [placed] = kite.orderCalls()
    expect(kite.profiles().map(({ connection }) => connection)).toContain(placed!.connection)
    // Readings keep to their own.
    const together = kite.asked.filter(({ connection }) => connection === placed!.connection)
    expect(together.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /user/profile', 'POST /orders/regular'])
  })

  it('is recreated for a new token', async () => {
    let accessToken = new Secret('token')
    const broker = await kite.opened({ credentials: async () => ({ ...CREDENTIALS, accessToken }) })
    await quiet(broker, 2)
    accessToken = new Secret('tomorrow')
    await broker.refresh()
    await quiet(broker, 5)
    const before = kite.connections.length
    await broker.place(ORDER, yes)
    expect(kite.connections).toHaveLength(before)
    expect(kite.orderCalls()[0]).toMatchObject({ authorization: 'token key:tomorrow' })
  })

  it('is kept by the readings: one of them goes over it when it has been quiet', async () => {
    let skewMs = 0
    const realTime = { ...nodeTimers, now: () => performance.now() + skewMs }
    const broker = await kite.opened({ realTime })
    await quiet(broker, 2)
    const old = kite.profiles().map(({ connection }) => kite.connections[connection]!)
    kite.server.closeIdleConnections()
    await until('the connections to be gone', async () => (old.every(({ destroyed }) => destroyed) ? true : undefined))
    // A reading that got through has seen the old connections go.
    await until('a reading', async () => ((await broker.trades()).ok ? true : undefined))
    skewMs = 30_000
    await broker.orders()
    await broker.orders()
    const before = kite.connections.length
    await broker.place(ORDER, yes)
    expect(kite.connections).toHaveLength(before)
    const together = kite.asked.filter(({ connection }) => connection === kite.orderCalls()[0]!.connection)
    expect(together.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /orders', 'POST /orders/regular'])
  })
})
