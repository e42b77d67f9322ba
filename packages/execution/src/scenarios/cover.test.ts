// @invariant short-bought-back
import { TEST_BROKER } from '../testing/test-broker.ts'
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { ACCOUNT, CALL, DAY, rs, Scenario } from '../testing/scenario.ts'
import { netIncludingCovers } from '../trade/trade-pnl.ts'

const codes = (s: Scenario) => s.alarms.map((alarm) => alarm.split(':')[0])
const covers = (s: Scenario) => s.store.intentsOf(ACCOUNT).filter(({ kind }) => kind === 'cover')

/** The user sells the position manually, and our stop fires before any process could see it. */
async function raced(s: Scenario): Promise<Scenario> {
  await opened(s)
  s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
  s.price(115, 115.2)
  await s.run(500)
  expect(s.broker.net()).toBe(-65)
  return s
}

/** The broker takes one sale of ours twice by itself, so that orders of ours alone leave the account short. */
async function soldTwice(): Promise<Scenario> {
  const s = await opened()
  const [stop] = s.sells
  s.price(115, 115.2)
  s.broker.duplicate(stop!.orderId)
  expect(s.broker.net()).toBe(-65)
  return s
}

/** What the trades and covers of the day brought together is what the account's fills did, less their charges. */
function expectAllFills(s: Scenario): void {
  const fills = s.broker.fills()
  const value = fills.reduce((sum, { side, quantity, price }) => sum + (side === 'SELL' ? 1 : -1) * quantity * price, 0)
  let gross = 0
  let net = 0
  let charges = 0
  for (const trade of s.store.tradesOf(ACCOUNT)) {
    if (trade.state !== 'closed' || trade.result === null) continue
    gross += trade.result.gross + (trade.cover?.gross ?? 0)
    charges += trade.result.charges + (trade.cover?.charges.total ?? 0)
    net += netIncludingCovers(trade)!
  }
  expect(gross).toBe(value)
  expect(net).toBe(gross - charges)
  const orders = [...Map.groupBy(fills, ({ orderId }) => orderId).values()].map((part) => ({
    side: part[0]!.side,
    value: part.reduce((sum, { quantity, price }) => sum + quantity * price, 0) as Paise,
    on: DAY,
  }))
  // Rounded for the trade and for the cover, each part to the paisa.
  expect(Math.abs(charges - chargesOf(orders, TEST_BROKER.brokerage).total)).toBeLessThanOrEqual(5)
}

describe('a short position that orders of ours made (B7, P4b)', () => {
  it('is bought back within five seconds of the broker showing it, and for no more', async () => {
    const s = await soldTwice()
    await s.run(5_000)
    expect(s.broker.net()).toBe(0)
    expect(codes(s)).toContain('short')
    await s.run(600_000)
    expect(s.broker.net()).toBe(0)
    expect(covers(s)).toHaveLength(1)
    const bought = s.store.fillsOf(ACCOUNT).filter(({ side }) => side === 'BUY')
    expect(bought.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(130)
  })

  it('is bought back although entries are stopped, the plan is over and the day is locked', async () => {
    const s = await soldTwice()
    s.facts((facts) => ({
      ...facts,
      plan: 'starter',
      consentGiven: false,
      killSwitch: { user: true, global: true },
      link: { ...facts.link, connected: false },
    }))
    s.executor.accountChanged(ACCOUNT)
    await s.run(5_000)
    expect(s.broker.net()).toBe(0)
  })

  it('is chased with a wider limit each time, and in the end at market', async () => {
    const s = await opened()
    s.broker.failNext(
      'buy',
      ...Array.from({ length: 3 }, () => ({ type: 'reject_later', message: 'RMS: blocked' }) as const),
    )
    const [stop] = s.sells
    s.price(115, 115.2)
    s.broker.duplicate(stop!.orderId)
    await s.run(30_000)
    expect(s.broker.net()).toBe(0)
    const terms = covers(s).map(({ call }) => (call.type === 'place' ? call.order.terms : undefined))
    expect(terms.map((one) => one?.kind)).toEqual(['LIMIT', 'LIMIT', 'LIMIT', 'MARKET'])
    const prices = terms.flatMap((one) => (one?.kind === 'LIMIT' ? [one.price] : []))
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(terms.every((one) => one?.quantity === 65)).toBe(true)
  })

  it.each([
    ['was taken', { type: 'lose_reply' }],
    ['arrives late', { type: 'arrive_late', ms: 6_000 }],
    ['was lost', { type: 'lose_request' }],
  ] as const)('is bought back once when the broker does not answer and the order %s', async (_what, fault) => {
    const s = await soldTwice()
    s.broker.pushes = false
    s.broker.failNext('buy', fault)
    await s.run(60_000)
    expect(s.broker.net()).toBe(0)
    expect(s.broker.fills().filter(({ side }) => side === 'BUY')).toHaveLength(2)
  })

  it.each([
    ['by orders of ours', soldTwice],
    [
      'by a sale of the user’s own',
      async () => {
        const s = new Scenario()
        s.facts((facts) => ({ ...facts, coverManualShorts: true }))
        return raced(s)
      },
    ],
  ])('and bought back twice is sold again as far as it is too much, when it was short %s', async (_how, shorted) => {
    const s = await shorted()
    s.broker.pushes = false
    // Its proof of absence comes first, and with it another.
    s.broker.failNext('buy', { type: 'arrive_late', ms: 25_000 })
    await s.run(24_000)
    expect([s.broker.net(), covers(s).length]).toEqual([0, 2])
    await s.run(8_000)
    expect(s.broker.fills().filter(({ side }) => side === 'BUY')).toHaveLength(3)
    expect(s.broker.net()).toBe(0)
    expect(codes(s)).toContain('bought_back_twice')
    await s.run(60_000)
    expect(s.broker.net()).toBe(0)
    expectAllFills(s)
  })

  it('and bought back is no reason to sell what the user bought, though the trade book lacks their sale', async () => {
    const s = new Scenario()
    s.facts((facts) => ({ ...facts, coverManualShorts: true }))
    await raced(s)
    await s.run(8_000)
    expect([s.broker.net(), covers(s).length]).toEqual([0, 1])
    const trades = s.broker.trades.bind(s.broker)
    const ownOrders = new Set(s.broker.book().flatMap(({ orderId, tag }) => (tag === null ? [] : [orderId])))
    s.broker.trades = async () => {
      const read = await trades()
      return read.ok
        ? { ok: true, value: read.value.filter(({ orderId, side }) => side === 'BUY' || ownOrders.has(orderId)) }
        : read
    }
    s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 65)
    s.kill()
    await s.start()
    await s.run(60_000)
    expect(s.broker.net()).toBe(65)
    expect(codes(s)).not.toContain('bought_back_twice')
  })

  it('is bought back once by a successor, at whichever step the process dies', async () => {
    for (const at of [1, 3, 5, 7, 9, 11]) {
      const s = await soldTwice()
      await s.run(1_500)
      s.crashAt = [s.crashPoints + at]
      await s.run(60_000)
      expect(s.broker.net()).toBe(0)
    }
  })

  it('is a line of its own in the result of the day, which is all fills to the paisa', async () => {
    const s = await soldTwice()
    await s.run(10_000)
    const { trade } = s
    if (trade.state !== 'closed' || trade.cover === undefined) throw new Error('nothing was booked')
    expect(trade.cover).toMatchObject({ units: 65 })
    const notified = s.store.notifications.filter(({ key }) => key.startsWith('covered/'))
    expect(notified).toMatchObject([
      { kind: 'trade_closed', message: { code: 'notice.covered', mode: 'paper', units: 65 } },
    ])
    expectAllFills(s)
  })

  it('is booked once, also by a successor, and again for what is bought back later', async () => {
    const s = await soldTwice()
    await s.run(10_000)
    s.kill()
    await s.start()
    await s.run(10_000)
    expectAllFills(s)
    const journal = s.store
      .journalOf(ACCOUNT)
      .filter(({ change }) => change.type === 'trade' && change.trade.state === 'closed')
    expect(journal).toHaveLength(2)
  })

  it('counts towards the loss limit of the day', async () => {
    const s = await opened()
    // 3 % of this capital is less than the purchase costs, and more than the trade loses.
    s.facts((facts) => ({ ...facts, risk: { ...facts.risk, capital: rs(100_000) } }))
    s.executor.accountChanged(ACCOUNT)
    await s.run(1_000)
    const [stop] = s.sells
    s.price(115, 115.2)
    s.broker.duplicate(stop!.orderId)
    s.price(140, 141)
    await s.run(10_000)
    expect(s.broker.net()).toBe(0)
    expectAllFills(s)
    expect(
      s.store.journalOf(ACCOUNT).some(({ change }) => change.type === 'lock' && change.lock.reason === 'loss_cap'),
    ).toBe(true)
  })

  it('is no part of what the trade earned', async () => {
    const s = await soldTwice()
    await s.run(10_000)
    expect(s.trade).toMatchObject({ state: 'closed', traded: 65, result: { entryValue: 65 * 15_010 } })
  })

  it('is not bought back where the user has done so', async () => {
    const s = await soldTwice()
    s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 65)
    await s.run(10_000)
    expect(s.broker.net()).toBe(0)
    expect(covers(s)).toEqual([])
  })
})
