// @invariant short-bought-back
import { TEST_BROKER } from '../testing/test-broker.ts'
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import { alarmLine } from '../testing/alarm-line.ts'
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { ACCOUNT, CALL, DAY, Scenario } from '../testing/scenario.ts'
import { netIncludingCovers } from '../trade/trade-pnl.ts'

const codes = (s: Scenario) => s.alarms.map((alarm) => alarm.split(':')[0])
const covers = (s: Scenario) => s.store.intentsOf(ACCOUNT).filter(({ kind }) => kind === 'cover')

const sellManually = ({ broker }: Scenario) => broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)

/** The user sells the position manually, and our stop fires before any process could see it. */
async function raced(s: Scenario): Promise<Scenario> {
  await opened(s)
  s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
  s.price(115, 115.2)
  await s.run(500)
  expect(s.broker.net()).toBe(-65)
  return s
}

/** Until the result is called every reading shows what the broker's books show now: nothing held, our stop live. */
function lag({ broker }: Scenario): () => void {
  const orders = broker.orders.bind(broker)
  const trades = broker.trades.bind(broker)
  const positions = broker.positions.bind(broker)
  const [rows, fills] = [broker.book(), broker.fills()]
  Object.assign(broker, {
    pushes: false,
    orders: async () => ({ ok: true, value: rows }),
    trades: async () => ({ ok: true, value: fills }),
    positions: async () => ({ ok: true, value: [] }),
  })
  return () => void Object.assign(broker, { orders, trades, positions })
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

describe('a short position that took a sale of the user’s own (B7, P10)', () => {
  it('is reported within five seconds and left alone', async () => {
    const s = await raced(new Scenario())
    await s.run(4_500)
    expect(codes(s)).toContain('manual_short')
    await s.run(600_000)
    expect(s.broker.net()).toBe(-65)
    expect(covers(s)).toEqual([])
  })

  it('is bought back when the user has chosen so', async () => {
    const s = new Scenario()
    s.facts((facts) => ({ ...facts, coverManualShorts: true }))
    await raced(s)
    await s.run(4_500)
    expect(s.broker.net()).toBe(0)
    await s.run(60_000)
    expect(covers(s)).toHaveLength(1)
    expectAllFills(s)
  })

  it('is reported as a conversion too, which no reading showed before our stop fired (B9b)', async () => {
    const s = await opened()
    s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
    s.price(115, 115.2)
    await s.run(8_000)
    expect(s.alarms).toEqual([
      alarmLine({
        code: 'alarm.manual_short.theirs',
        contract: contractRef(CALL),
        units: 65,
        manualUnits: 65,
        portal: TEST_BROKER.names.portal,
      }),
    ])
    await s.run(60_000)
    expect(covers(s)).toEqual([])
  })

  it('is reported though positions that were read before our fill was known showed none', async () => {
    const s = await opened()
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    const catchUp = lag(s)
    s.price(115, 115.2)
    expect(s.broker.net()).toBe(-65)
    await s.run(6_000)
    expect(codes(s)).not.toContain('manual_short')
    catchUp()
    await s.run(8_000)
    expect(codes(s)).toContain('manual_short')
  })

  it('is reported though the positions lacked the contract for long, as before it was traded', async () => {
    const s = await opened()
    s.price(290, 290.2)
    const catchUp = lag(s)
    await s.run(2_000)
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    Object.assign(s.broker, { orders: async () => ({ ok: true, value: s.broker.book() }) })
    await s.run(20_000)
    expect(codes(s)).not.toContain('manual_short')
    catchUp()
    await s.run(8_000)
    expect(codes(s)).toContain('manual_short')
  })

  it.each<[string, units: number, sell: (s: Scenario) => void]>([
    [
      'still showed what our exit had sold',
      65,
      (s) => {
        s.price(290, 290.2)
        sellManually(s)
      },
    ],
    [
      'showed the user’s sale and not yet ours',
      0,
      (s) => {
        sellManually(s)
        s.price(115, 115.2)
      },
    ],
  ])('is reported though the positions, seconds behind, %s', async (_what, quantity, sell) => {
    const s = await opened()
    const positions = s.broker.positions.bind(s.broker)
    const before = { tradingsymbol: CALL.tradingsymbol, product: 'MIS', quantity }
    s.broker.positions = async () => ({ ok: true, value: [before] })
    sell(s)
    await s.run(6_000)
    expect([s.trade.state, s.broker.net()]).toEqual(['closed', -65])
    expect(codes(s)).not.toContain('manual_short')
    s.broker.positions = positions
    await s.run(4_500)
    expect(codes(s)).toContain('manual_short')
  })

  it('is none of ours where the user was short before we bought, which no positions showed by then', async () => {
    const s = new Scenario()
    s.facts((facts) => ({ ...facts, coverManualShorts: true }))
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 130)
    const positions = s.broker.positions.bind(s.broker)
    s.broker.positions = async () => ({ ok: true, value: [] })
    await opened(s)
    s.broker.positions = positions
    s.price(290, 290.2)
    await s.run(30_000)
    expect(covers(s)).toEqual([])
    expect(s.broker.net()).toBe(-130)
  })
})

describe('a short position of the user’s own that grows', () => {
  const unitsReported = (s: Scenario) =>
    s.store.notifications.flatMap(({ message }) =>
      message.code === 'alarm.manual_short.theirs' || message.code === 'alarm.manual_short.theirs_cancel'
        ? [message.units]
        : [],
    )

  async function short(): Promise<Scenario> {
    const s = await opened()
    s.price(290, 290.2)
    await s.run(60_000)
    sellManually(s)
    await s.run(8_000)
    expect([s.broker.net(), unitsReported(s)]).toEqual([-65, [65]])
    return s
  }

  it('is reported again with the units that are short by then', async () => {
    const s = await short()
    await s.run(300_000)
    sellManually(s)
    await s.run(8_000)
    expect(unitsReported(s)).toEqual([65, 130])
  })

  it('is reported again a minute after the last time, with all that was sold within it', async () => {
    const s = await short()
    sellManually(s)
    await s.run(8_000)
    sellManually(s)
    await s.run(30_000)
    expect(unitsReported(s)).toEqual([65])
    await s.run(30_000)
    expect(unitsReported(s)).toEqual([65, 195])
    await s.run(600_000)
    expect(unitsReported(s)).toEqual([65, 195])
  })

  it('is reported at most once a minute while a sale fills unit by unit, and at last with all of it', async () => {
    const s = await short()
    s.broker.fillLimit = 1
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 130)
    for (let second = 0; s.broker.net() > -195; second += 1) {
      expect(second).toBeLessThan(600)
      await s.run(1_000)
      s.price(290, 290.2)
    }
    await s.run(70_000)
    const reported = unitsReported(s)
    expect(reported.at(-1)).toBe(195)
    expect(reported.length).toBeLessThanOrEqual(6)
  })

  it('is not reported again when the user buys a part back', async () => {
    const s = await short()
    sellManually(s)
    await s.run(70_000)
    s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 65)
    await s.run(120_000)
    expect(unitsReported(s)).toEqual([65, 130])
  })
})

it('a sale of the user’s own that stays open over nothing is reported with its order (B7)', async () => {
  const s = await opened()
  s.broker.restManualOrder('SELL', CALL.tradingsymbol, 'MIS', 65, 400)
  s.price(290, 290.2)
  await s.run(10_000)
  expect(s.trade.state).toBe('closed')
  const theirs = s.broker.book().find(({ side, tag }) => side === 'SELL' && tag === null)!
  expect(s.alarms.filter((alarm) => alarm.includes(theirs.orderId))).toHaveLength(1)
})

describe('a sale of the user’s own that fills after the trade is over (I11)', () => {
  it.each([
    ['and the broker reports it', true],
    ['and only the order book shows it', false],
  ])('is reported within eight seconds %s', async (_how, pushes) => {
    const s = await opened()
    s.broker.restManualOrder('SELL', CALL.tradingsymbol, 'MIS', 65, 400)
    s.price(290, 290.2)
    await s.run(30_000)
    expect(s.trade.state).toBe('closed')
    expect(codes(s)).not.toContain('manual_short')
    s.broker.pushes = pushes
    s.price(410, 410.2)
    expect(s.broker.net()).toBe(-65)
    await s.run(8_000)
    expect(codes(s)).toContain('manual_short')
    expect(s.store.notifications.map(({ key }) => key).filter((key) => key.includes('/manual_short/'))).toHaveLength(1)
  })

  it('is reported within eight seconds while it fills unit by unit', async () => {
    const s = await opened()
    s.price(290, 290.2)
    await s.run(60_000)
    s.broker.fillLimit = 1
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    for (let second = 0; second < 8; second += 1) {
      await s.run(1_000)
      s.price(290, 290.2)
    }
    expect(s.broker.net()).toBeGreaterThan(-65)
    expect(codes(s)).toContain('manual_short')
  })

  it('is reported when it was placed at market long after the trade', async () => {
    const s = await opened()
    s.price(290, 290.2)
    await s.run(60_000)
    expect(s.trade.state).toBe('closed')
    s.broker.pushes = false
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(8_000)
    expect(codes(s)).toContain('manual_short')
  })

  it('is checked once and not again when the user buys it back', async () => {
    const s = await opened()
    s.price(290, 290.2)
    await s.run(60_000)
    s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 65)
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(30_000)
    expect(codes(s)).not.toContain('manual_short')
  })
})

it('a short is reported though books three seconds behind showed the sale of the user’s own, and not ours yet (I11)', async () => {
  const s = await opened()
  const views: { at: number; fills: ReturnType<typeof s.broker.fills>; net: number }[] = []
  const record = () => void views.push({ at: s.clock.now(), fills: [...s.broker.fills()], net: s.broker.net() })
  const behind = () => views.findLast(({ at }) => at <= s.clock.now() - 3_000) ?? views[0]!
  record()
  Object.assign(s.broker, {
    trades: async () => ({ ok: true, value: behind().fills }),
    positions: async () => ({
      ok: true,
      value: [{ tradingsymbol: CALL.tradingsymbol, product: 'MIS', quantity: behind().net }],
    }),
  })
  s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
  record()
  await s.run(2_200)
  s.price(115, 115.2)
  record()
  expect(s.broker.net()).toBe(-65)
  await s.run(12_000)
  expect(codes(s)).toContain('manual_short')
})
