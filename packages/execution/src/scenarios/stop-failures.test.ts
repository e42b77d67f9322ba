// @invariant protected-position
// @invariant stop-raised-by-modify
// @invariant never-oversell
// @invariant expired-token-reported
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CONFIG } from '../config.ts'
import { opened } from '../testing/open-trade.ts'
import { ACCOUNT, CALL, rs, Scenario } from '../testing/scenario.ts'
import { maxModifications, maxTrailMoves } from '../order/order-limits.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'

/** A scenario with one position at ₹150.10, its stop at ₹120.10 and its limit at ₹110.10. */
describe('a stop that cannot rest', () => {
  it.each([
    ['refused because the price is through it', 'trigger_through', 'stop_through'],
    ['refused for its price', 'price_band', 'stop_refused'],
  ] as const)('%s is an exit now', async (_when, code, exitReason) => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'refuse', code })
    s.decide()
    await s.run(3_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason })
    expect(s.broker.net()).toBe(0)
  })

  it('accepted and then rejected is an exit now', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'reject_later', message: 'RMS: blocked' })
    s.decide()
    await s.run(4_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop_refused' })
  })

  it('cancelled by the exchange with a message is an exit now', async () => {
    const s = await opened()
    s.broker.endOrder(s.sells[0]!.orderId, 'outside the price protection range')
    await s.run(3_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop_refused' })
  })

  it('refused for the rate is tried again', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'refuse', code: 'rate_limited' })
    s.decide()
    await s.run(3_000)
    expect(s.trade.state).toBe('open')
    expect(s.sells).toHaveLength(1)
  })
})

it('an exit order without an answer is not sent a second time while it may still arrive', async () => {
  const s = await new Scenario().start()
  s.broker.pushes = false
  s.broker.failNext('sell', { type: 'refuse', code: 'price_band' }, { type: 'arrive_late', ms: 6_000 })
  s.decide()
  await s.run(30_000)
  expect(s.broker.net()).toBe(0)
  expect(s.placed('SELL')).toHaveLength(1)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop_refused' })
})

it('a triggered stop that does not fill is chased, step by step, until it is flat', async () => {
  const s = await opened()
  s.price(105, 105.2, 119)
  await s.run(1_000)
  expect(s.trade).toMatchObject({ state: 'exiting', exitReason: 'stop' })
  expect(s.broker.calls.filter((call) => call.kind === 'modify')).toHaveLength(0)
  await s.run(3_000)
  expect(s.broker.net()).toBe(0)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop' })
  const [chase] = s.broker.calls.filter((call) => call.kind === 'modify')
  expect(chase!.terms).toEqual({ kind: 'LIMIT', quantity: 65, price: rs(104.95), validity: 'DAY' })
})

it('a stop that fired unheard is chased by the time of the exchange, not by ours', async () => {
  const s = await opened()
  s.broker.pushes = false
  s.broker.readFault = 'unavailable'
  s.broker.fillLimit = 0
  s.price(112, 112.2, 119)
  await s.run(8_000)
  expect(s.trade.state).toBe('open')
  s.broker.readFault = undefined
  s.broker.fillLimit = Number.POSITIVE_INFINITY
  for (let waited = 0; s.trade.state === 'open' && waited < 10_000; waited += 100) await s.run(100)
  await s.run(500)
  expect(s.broker.calls.filter((call) => call.kind === 'modify')).toHaveLength(1)
  expect(s.broker.net()).toBe(0)
})

it('a refused sale is followed by the next step within two seconds, for nothing else is on its way', async () => {
  const s = await new Scenario().start()
  s.broker.failNext('sell', { type: 'refuse', code: 'price_band' }, { type: 'refuse', code: 'price_band' })
  s.decide()
  await s.run(3_000)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop_refused' })
  expect(s.broker.net()).toBe(0)
})

it('an exit that had to be cancelled is followed by the next though the reading of the book hangs (I1)', async () => {
  const s = await opened()
  s.broker.pushes = false
  const cancel = s.broker.cancel.bind(s.broker)
  s.broker.cancel = (orderId, guard) => {
    s.broker.orders = () => new Promise(() => undefined)
    return cancel(orderId, guard)
  }
  s.broker.failNext('modify', { type: 'refuse', code: 'modify_limit' })
  s.price(400, 400.2)
  await s.run(2_500)
  expect([s.broker.calls.at(-1)?.kind, s.broker.net()]).toEqual(['cancel', 65])
  await s.run(1_500)
  expect(s.broker.net()).toBe(0)
})

it('an exit that had to be cancelled is followed by the next within two seconds though the order book hangs (I1)', async () => {
  const s = await opened()
  s.broker.pushes = false
  s.broker.fillLimit = 0
  s.broker.failNext('modify', { type: 'refuse', code: 'modify_limit' })
  s.broker.failNext('cancel', { type: 'slow_cancel', ms: 4_300 })
  const cancel = s.broker.cancel.bind(s.broker)
  s.broker.cancel = (orderId, guard) => {
    s.clock.at((s.clock.now() + 500) as EpochMs, () => void (s.broker.orders = () => new Promise(() => undefined)))
    return cancel(orderId, guard)
  }
  s.price(400, 400.2)
  for (let waited = 0; s.broker.liveSellUnits() > 0 && waited < 10_000; waited += 50) await s.run(50)
  expect(s.broker.book().map(({ phase }) => phase)).toEqual(['complete', 'cancelled'])
  await s.run(1_500)
  expect(s.broker.liveSellUnits()).toBe(65)
})

it('a chase reaches further each time and ends as a protected market order', async () => {
  const s = await opened()
  s.broker.fillLimit = 0
  s.price(105, 105.2, 119)
  await s.run(14_000)
  const kinds = s.broker.calls.filter((call) => call.kind === 'modify').map((call) => call.terms!.kind)
  expect(kinds.slice(0, 4)).toEqual(['LIMIT', 'LIMIT', 'LIMIT', 'MARKET'])
  s.broker.fillLimit = Infinity
  s.price(105, 105.2)
  await s.run(4_000)
  expect(s.trade.state).toBe('closed')
  expect(s.placed('SELL')).toHaveLength(1)
})

it('a chase that uses up the modifications goes on with a new order after the old one is gone', async () => {
  const s = await opened()
  s.broker.fillLimit = 0
  s.price(105, 105.2, 119)
  await s.run(90_000)
  expect(s.placed('SELL').length).toBeGreaterThan(1)
  expect(s.broker.liveSellUnits()).toBe(65)
  const byOrder = Map.groupBy(
    s.broker.calls.filter((call) => call.kind === 'modify'),
    (call) => call.orderId,
  )
  for (const calls of byOrder.values()) expect(calls.length).toBeLessThanOrEqual(24)
  expect(s.alarms.some((alarm) => alarm.startsWith('chase_exhausted'))).toBe(true)
})

describe('a refused modify', () => {
  it('of an exit that is final leads to cancel, seen cancelled, placed again', async () => {
    const s = await opened()
    s.broker.failNext('modify', { type: 'refuse', code: 'modify_limit' })
    s.price(290, 290.2)
    await s.run(5_000)
    expect(s.broker.net()).toBe(0)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
    expect(s.broker.calls.map((call) => call.kind)).toEqual(['place', 'place', 'cancel', 'place'])
  })

  it.each(['processing', 'other'] as const)(
    'of an exit (%s) is repeated three times before the order is replaced (I1)',
    async (code) => {
      const refusals = (times: number) => Array.from({ length: times }, () => ({ type: 'refuse', code }) as const)
      const kindsAfter = async (times: number) => {
        const s = await opened()
        s.broker.failNext('modify', ...refusals(times))
        s.price(290, 290.2)
        await s.run(5_000)
        expect(s.broker.net()).toBe(0)
        return s.broker.calls.map((call) => call.kind)
      }
      expect(await kindsAfter(3)).toEqual(['place', 'place', 'modify'])
      expect(await kindsAfter(4)).toEqual(['place', 'place', 'cancel', 'place'])
    },
  )

  it('places nothing new before the old order is seen cancelled', async () => {
    const s = await opened()
    s.broker.fillLimit = 0
    s.broker.failNext('modify', { type: 'refuse', code: 'modify_limit' })
    s.broker.failNext('cancel', { type: 'slow_cancel', ms: 6_000 })
    s.price(290, 290.2)
    await s.run(5_000)
    expect(s.placed('SELL')).toHaveLength(1)
    expect(s.broker.liveSellUnits()).toBe(65)
    await s.run(5_000)
    expect(s.placed('SELL')).toHaveLength(2)
    expect(s.broker.liveSellUnits()).toBe(65)
  })

  it('of an order that has filled unheard takes nothing away', async () => {
    const s = await new Scenario().start()
    s.broker.pushes = false
    s.decide()
    await s.run(3_300)
    expect(s.trade.state).toBe('open')
    s.price(119, 119.2)
    s.price(290, 290.2)
    expect(s.broker.net()).toBe(0)
    await s.run(5_000)
    expect(s.trade.state).toBe('closed')
    expect(s.broker.calls.map((call) => call.kind)).toEqual(['place', 'place', 'modify'])
  })

  it('whose cancel is not answered is not followed by another cancel while that may arrive', async () => {
    const s = await opened()
    s.broker.failNext('modify', { type: 'refuse', code: 'modify_limit' })
    s.broker.failNext('cancel', { type: 'arrive_late', ms: 9_000 })
    s.price(290, 290.2)
    await s.run(30_000)
    expect(s.broker.calls.filter((call) => call.kind === 'cancel')).toHaveLength(1)
    expect(s.broker.net()).toBe(0)
  })

  it('loses its cancel to a fill without selling twice', async () => {
    const s = await opened()
    s.broker.failNext('modify', { type: 'refuse', code: 'modify_limit' })
    s.broker.failNext('cancel', { type: 'slow_cancel', ms: 6_000 })
    s.price(290, 290.2)
    await s.run(3_000)
    // The stop's limit is under every bid: while it is being cancelled the exchange may still work it.
    s.price(111, 111.2)
    await s.run(10_000)
    expect(s.broker.net()).toBe(0)
    expect(s.trade.state).toBe('closed')
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it.each(['not_permitted', 'rate_limited', 'token_expired'] as const)(
    'for a reason of the moment (%s) leaves the stop where it is until it can be changed',
    async (code) => {
      const s = new Scenario()
      s.facts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, lots: 2 })) }))
      await s.start()
      s.decide()
      await s.run(3_000)
      for (let i = 0; i < 3; i += 1) s.broker.failNext('modify', { type: 'refuse', code })
      s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
      await s.run(20_000)
      expect(s.broker.calls.filter((call) => call.kind === 'cancel')).toEqual([])
      expect(s.sells).toMatchObject([{ quantity: 65, kind: 'SL' }])
      expect(s.placed('SELL').filter((call) => call.terms!.kind === 'SL')).toHaveLength(1)
    },
  )

  it.each(['other', 'processing', 'price_band', 'trigger_through'] as const)(
    'of a trail with %s leaves the stop resting until it can be moved (B5)',
    async (code) => {
      const s = await opened()
      const times = 4
      s.broker.failNext('modify', ...Array.from({ length: times }, () => ({ type: 'refuse', code }) as const))
      s.price(196, 196.2)
      await s.run(20_000)
      expect(s.sells).toMatchObject([{ trigger: rs(120.1) }])
      await s.run(60_000)
      expect(s.sells).toMatchObject([{ trigger: rs(165.1) }])
      expect(s.broker.calls.filter(({ kind }) => kind === 'cancel')).toEqual([])
      expect(s.placed('SELL')).toHaveLength(1)
    },
  )

  it('of a trail is sold where the stop belongs when the price falls back to it (B5)', async () => {
    const s = await opened()
    s.broker.failNext('modify', { type: 'refuse', code: 'other' }, { type: 'refuse', code: 'other' })
    s.price(196, 196.2)
    await s.run(2_000)
    s.price(160, 160.2)
    await s.run(2_000)
    expect(s.broker.net()).toBe(0)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop_through' })
  })
})

it('a stop that no book has shown yet is not moved', async () => {
  const s = await new Scenario().start()
  s.broker.pushes = false
  s.decide()
  for (let waited = 0; s.sells.length === 0 && waited < 5_000; waited += 10) await s.run(10)
  s.broker.hidden.add(s.sells[0]!.orderId)
  s.broker.history = async () => ({ ok: false, code: 'unavailable', text: 'no history' })
  s.price(196, 196.2)
  await s.run(4_000)
  expect(s.broker.calls.filter((call) => call.kind === 'modify')).toEqual([])
  s.broker.hidden.clear()
  await s.run(2_000)
  expect(s.sells).toMatchObject([{ trigger: rs(165.1) }])
})

it('a stop that was moved as often as trailing may rests, and the position is sold where it would belong (B5)', async () => {
  const s = await new Scenario({ trailMoves: 2 }).start()
  s.decide()
  await s.run(3_000)
  for (const bid of [181, 196, 211]) {
    s.price(bid, bid + 0.2)
    await s.run(4_000)
  }
  expect(s.broker.calls.map(({ kind }) => kind)).toEqual(['place', 'place', 'modify', 'modify'])
  expect(s.sells).toMatchObject([{ quantity: 65, trigger: rs(165.1) }])
  s.price(179, 179.2)
  await s.run(1_000)
  expect(s.broker.net()).toBe(0)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop_through' })
})

it('trailing leaves changes of an order for its exit, and no order is changed more often than the broker lets it be', () => {
  const { orderLimits } = TEST_BROKER
  expect([maxTrailMoves(DEFAULT_CONFIG.trailMoves, orderLimits), maxModifications(orderLimits)]).toEqual([20, 24])
  const fewer = { ...orderLimits, modifications: 8 }
  expect([maxTrailMoves(DEFAULT_CONFIG.trailMoves, fewer), maxModifications(fewer)]).toEqual([3, 7])
})

it('a partial fill is a position: exactly what filled is protected, and the rest is not bought later', async () => {
  const s = new Scenario()
  s.facts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, lots: 2 })) }))
  await s.start()
  s.broker.fillLimit = 65
  s.decide()
  await s.run(5_000)
  expect(s.sells).toMatchObject([{ quantity: 65, kind: 'SL' }])
  expect(s.placed('SELL')[0]!.terms!.quantity).toBe(65)
  expect(s.placed('BUY')).toHaveLength(1)
  s.broker.fillLimit = 30
  s.price(119, 119.2)
  await s.run(20_000)
  s.price(119, 119.2)
  await s.run(4_000)
  s.price(119, 119.2)
  await s.run(4_000)
  expect(s.broker.net()).toBe(0)
  expect(s.trade).toMatchObject({ state: 'closed', traded: 65 })
})

it('an entry that finds no seller is priced again twice, then recorded as missed', async () => {
  const s = await new Scenario().start()
  s.broker.fillLimit = 0
  s.decide()
  await s.run(20_000)
  expect(s.placed('BUY')).toHaveLength(3)
  expect(s.trade).toMatchObject({ state: 'abandoned', why: 'missed' })
  const times = s.placed('BUY').map((call) => call.at)
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(3_000)
})

it('an expired token is notified at the first reading that meets it while something is held, and only then', async () => {
  const s = new Scenario()
  s.broker.readFault = 'token_expired'
  await s.start()
  await s.run(60_000)
  expect(s.alarms).toEqual([])
  s.broker.readFault = undefined
  s.executor.accountChanged(ACCOUNT)
  await s.run(1_000)
  s.decide()
  await s.run(5_000)
  expect(s.trade.state).toBe('open')
  s.broker.readFault = 'token_expired'
  await s.run(2_000)
  expect(s.alarms).toEqual([expect.stringContaining('token_expired')])
  expect(s.store.notifications.map((notification) => notification.kind)).toContain('alarm')
  await s.run(60_000)
  expect(s.alarms).toHaveLength(1)
  expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65 }])
})

it('an expired token keeps the position recorded, alarms once, and the exit goes out when the token lives again', async () => {
  const s = await opened()
  for (let i = 0; i < 40; i += 1) s.broker.failNext('modify', { type: 'refuse', code: 'token_expired' })
  s.broker.readFault = 'token_expired'
  s.price(290, 290.2)
  await s.run(12_000)
  expect(s.trade.state).toBe('exiting')
  expect(s.alarms.filter((alarm) => alarm.startsWith('token_expired'))).toHaveLength(1)
  s.broker.readFault = undefined
  for (let i = 0; i < 40; i += 1) await s.run(10_000)
  expect(s.broker.net()).toBe(0)
  expect(s.store.tradesOf(ACCOUNT)).toMatchObject([{ state: 'closed' }])
})
