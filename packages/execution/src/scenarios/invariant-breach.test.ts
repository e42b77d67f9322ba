// @invariant impossible-state-locks
import { describe, expect, it } from 'vitest'
import type { StoreFault } from '../testing/memory-store.ts'
import { mayHoldTwo, opened } from '../testing/open-trade.ts'
import { ACCOUNT, CALL, rs, Scenario } from '../testing/scenario.ts'

/** A decision in the other direction, an hour on, that nothing but the lock refuses. */
async function refusalOfTheNext(s: Scenario): Promise<string | undefined> {
  s.price(149.9, 150.1)
  await s.run(60_000)
  s.decide({ action: 'buy_put', direction: 'down', score: -0.6 })
  await s.run(21_000)
  return s.store.refusalsOf(ACCOUNT).at(-1)?.code
}

describe('an invariant that broke', () => {
  it('by a second order for one request: both are protected and sold, entries stop, over a restart too', async () => {
    const s = await opened()
    s.broker.duplicate(s.broker.book().find((order) => order.side === 'BUY')!.orderId)
    await s.run(3_000)
    expect(s.broker.net()).toBe(130)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 130 }])
    expect(s.alarms.map((alarm) => alarm.split(':')[0])).toEqual(expect.arrayContaining(['second_order', 'overbought']))
    s.price(290, 290.2)
    await s.run(5_000)
    expect(s.broker.net()).toBe(0)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
    s.kill()
    await s.start()
    expect(await refusalOfTheNext(s)).toBe('invariant_broken')
    expect(s.store.notifications.map((notification) => notification.kind)).toContain('day_locked')
  })
})

it('a sale the broker made twice is reported as a short position, bought back, and holds entries', async () => {
  const s = await opened()
  s.price(119, 119.2)
  await s.run(5_000)
  expect(s.trade.state).toBe('closed')
  s.broker.duplicate(s.broker.book().find((order) => order.side === 'SELL')!.orderId)
  expect(s.broker.net()).toBe(-65)
  await s.run(6_000)
  expect(s.broker.net()).toBe(0)
  expect(s.alarms.some((alarm) => alarm.startsWith('short'))).toBe(true)
  expect(await refusalOfTheNext(s)).toBe('invariant_broken')
})

describe('prices without a counterparty', () => {
  it.each([
    ['a bid far under the last trade', 5, 150.2],
    ['a bid far over the last trade', 900, 900.2],
  ])('%s neither ends the day nor moves a stop', async (_what, bid, ask) => {
    const s = await opened()
    s.facts((facts) => ({ ...facts, risk: { ...facts.risk, capital: rs(100_000) } }))
    s.executor.accountChanged(ACCOUNT)
    s.price(bid, ask, 150)
    await s.run(3_000)
    expect(s.trade).toMatchObject({ state: 'open', trigger: rs(120.1) })
  })
})

describe('before an entry leaves', () => {
  it('a clock that differs from the broker’s by more than two seconds refuses it', async () => {
    const s = await new Scenario().start()
    s.broker.skewMs = -2_500
    s.decide()
    await s.run(3_000)
    expect(s.placed('BUY')).toEqual([])
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'clock_skew' }])
  })

  it('a price that grew old between claim and socket holds it back', async () => {
    const s = await new Scenario().start()
    const quote = s.feed.quote(CALL.token)!
    s.feed.set(CALL.token, { ...quote, receivedAt: (s.clock.now() - 1_990) as typeof quote.receivedAt })
    s.decide()
    await s.clock.advance(500)
    expect(s.store.intentsOf(ACCOUNT)).toMatchObject([{ outcome: { state: 'refused', code: 'not_sent' } }])
    expect(s.placed('BUY')).toEqual([])
  })

  it('an order book that lags, or cannot be read, is not known well enough', async () => {
    const s = await opened()
    s.price(290, 290.2)
    await s.run(5_000)
    expect(s.trade.state).toBe('closed')
    s.broker.hidden.add(s.broker.book()[0]!.orderId)
    expect(await refusalOfTheNext(s)).toBe('account_in_doubt')
  })

  it.each(['positions', 'trades'] as const)('the %s must have been read once', async (book) => {
    const s = new Scenario()
    s.broker[book] = async () => ({ ok: false, code: 'unavailable', text: 'away' })
    await s.start()
    s.decide()
    await s.run(21_000)
    expect(s.placed('BUY')).toEqual([])
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'account_in_doubt' }])
  })

  it('what an earlier executor sent must be settled', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('buy', { type: 'lose_request' })
    s.decide()
    await s.run(500)
    s.kill()
    await s.start()
    s.decide({ action: 'buy_put', direction: 'down', score: -0.6 })
    await s.run(3_000)
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'account_in_doubt' }])
  })

  it('the offers bound the order', async () => {
    const s = new Scenario()
    s.askQuantity = 3 * 65 - 1
    s.price(149.9, 150.1)
    await s.start()
    s.decide()
    await s.run(3_000)
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'liquidity' }])
  })
})

it('a wall clock put back an hour does not hold a chase up', async () => {
  const s = await opened()
  s.broker.fillLimit = 0
  s.price(105, 105.2, 119)
  await s.run(4_000)
  s.clock.step(-3_600_000)
  s.broker.fillLimit = Infinity
  await s.run(8_000)
  expect(s.broker.net()).toBe(0)
  expect(s.trade.state).toBe('closed')
})

it('a stop that must rise above the price it has fallen to is an exit now', async () => {
  const s = await opened()
  s.broker.failNext('modify', { type: 'refuse', code: 'rate_limited' })
  s.price(196, 196.2)
  await s.run(1_000)
  expect(s.trade).toMatchObject({ state: 'open', trigger: rs(165.1) })
  s.price(160, 160.2)
  await s.run(8_000)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop_through' })
  expect(s.broker.net()).toBe(0)
})

describe('an order the broker neither changes nor ends', () => {
  it('is not asked so often that the day’s calls run out, and the user is notified', async () => {
    const s = await opened()
    for (let i = 0; i < 5_000; i += 1) {
      s.broker.failNext('modify', { type: 'refuse', code: 'other' })
      s.broker.failNext('cancel', { type: 'refuse', code: 'processing' })
    }
    s.price(290, 290.2)
    await s.run(3_600_000)
    const asked = s.store.intentsOf(ACCOUNT).length
    expect(asked).toBeGreaterThan(50)
    expect(asked).toBeLessThan(900)
    expect(s.alarms.some((alarm) => alarm.startsWith('stuck'))).toBe(true)
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it('a cancel that is pending two minutes is asked again now and then, and the position is sold beside it', async () => {
    const s = await opened()
    s.broker.failNext('modify', { type: 'refuse', code: 'modify_limit' })
    s.broker.failNext('cancel', { type: 'slow_cancel', ms: 120_000 })
    for (let i = 0; i < 20; i += 1) s.broker.failNext('cancel', { type: 'refuse', code: 'processing' })
    s.price(290, 290.2)
    await s.run(119_000)
    expect(s.placed('SELL')).toHaveLength(2)
    expect(s.broker.net()).toBe(0)
    expect(s.store.intentsOf(ACCOUNT).filter((intent) => intent.kind === 'cancel').length).toBeLessThan(10)
    await s.run(10_000)
    expect(s.trade.state).toBe('closed')
  })

  it('an accepted entry the book never shows is reported in time though the account begins again meanwhile (I1)', async () => {
    const s = await new Scenario().start()
    s.broker.pushes = false
    s.broker.orders = async () => ({ ok: true, value: [] })
    s.broker.trades = async () => ({ ok: true, value: [] })
    s.decide()
    await s.run(9_000)
    s.broker.orders = () => new Promise(() => undefined)
    const faults: StoreFault[] = ['fail']
    s.store.fault = () => faults.shift()
    // Its claim ends unknown, so the rows are read again.
    s.decide()
    await s.run(3_000)
    expect(s.alarms.some((alarm) => alarm.startsWith('entry_stuck'))).toBe(true)
  })

  it('an accepted entry the book never shows is notified', async () => {
    const s = await new Scenario().start()
    s.broker.pushes = false
    const orders = s.broker.orders.bind(s.broker)
    s.broker.orders = async () => ({ ok: true, value: [] })
    s.decide()
    await s.run(15_000)
    expect(s.alarms.some((alarm) => alarm.startsWith('entry_stuck'))).toBe(true)
    s.broker.orders = orders
    await s.run(3_000)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65 }])
  })
})

it('an entry whose answer was lost and that the book shows on its way only is reported ten seconds after it was sent', async () => {
  const s = await new Scenario().start()
  s.broker.pushes = false
  s.broker.failNext('buy', { type: 'stick', unshown: true })
  const place = s.broker.place.bind(s.broker)
  s.broker.place = async (order, guard) => {
    await place(order, guard)
    return { type: 'in_doubt', why: 'an HTML page' }
  }
  s.decide()
  await s.run(4_000)
  const [entry] = s.placed('BUY')
  s.broker.hidden.clear()
  await s.run(5_000)
  expect([entry === undefined, s.trade.state, s.alarms]).toEqual([false, 'entering', []])
  await s.run(2_000)
  expect(s.alarms.map((alarm) => alarm.split(':')[0])).toEqual(['entry_stuck'])
})

it('a claim that ends unknown while the store goes down leaves the open trade in good hands', async () => {
  const s = await opened(mayHoldTwo())
  s.store.fault = () => 'fail'
  s.decide()
  await s.run(2_000)
  s.price(290, 290.2)
  await s.run(5_000)
  expect(s.broker.net()).toBe(0)
  s.store.fault = () => undefined
  await s.run(5_000)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
  expect(s.placed('BUY')).toHaveLength(1)
})

it.each([1, 3])('a position without a stop is reported in time though %i turns fail meanwhile', async (turns) => {
  const s = await opened()
  s.broker.failNext('sell', { type: 'lose_request' })
  s.broker.endOrder(s.sells[0]!.orderId, null)
  await s.run(5_000)
  expect(s.broker.net()).toBe(65)
  s.failTurns = turns
  await s.run(5_500)
  expect(s.alarms.filter((alarm) => alarm.startsWith('unprotected'))).toHaveLength(1)
})

it('a position whose stop the user took away is reported ten seconds after that, though the book showed it late', async () => {
  const s = await opened()
  s.broker.pushes = false
  s.broker.failNext('sell', { type: 'lose_request' })
  const orders = s.broker.orders.bind(s.broker)
  s.broker.orders = async () => ({ ok: false, code: 'unavailable', text: 'away' })
  s.broker.endOrder(s.sells[0]!.orderId, null)
  await s.run(4_000)
  s.broker.orders = orders
  await s.run(6_500)
  expect(s.alarms.filter((alarm) => alarm.startsWith('unprotected'))).toHaveLength(1)
})

it('an exit of which one change is refused goes on with its next step though no reading shows it', async () => {
  const s = await opened()
  s.broker.pushes = false
  s.broker.failNext('modify', { type: 'refuse', code: 'other' })
  s.price(290, 290.2)
  s.broker.orders = async () => ({ ok: false, code: 'unavailable', text: 'away' })
  await s.run(4_000)
  expect(s.broker.net()).toBe(0)
})

it('an exit that the broker does not change and that no reading shows is reported within ten seconds', async () => {
  const s = await opened()
  s.broker.pushes = false
  const refused = { type: 'refuse', code: 'processing' } as const
  s.broker.failNext('modify', refused, refused, refused, refused)
  s.price(290, 290.2)
  const orders = s.broker.orders.bind(s.broker)
  s.broker.orders = async () => ({ ok: false, code: 'unavailable', text: 'away' })
  await s.run(8_000)
  expect(s.alarms).toEqual([])
  await s.run(2_000)
  expect(s.alarms.filter((alarm) => alarm.startsWith('unprotected'))).toHaveLength(1)
  s.broker.orders = orders
  await s.run(5_000)
  expect(s.broker.net()).toBe(0)
})
