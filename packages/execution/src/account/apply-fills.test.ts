import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BrokerPosition } from '../ports.ts'
import type { Change } from '../store/account-changes.ts'
import { CALL, rs } from '../testing/scenario.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import {
  ago,
  accepted,
  ENTERING,
  EXITING,
  inDoubt,
  intent,
  modify,
  NOW,
  OPEN,
  order,
  place,
} from '../testing/trade-fixture.ts'
import type { BrokerFill, Fill } from '../trade/fill.ts'
import type { Trade } from '../trade/trade.ts'
import { applyConversions, applyFills, applyManualSales, isSoldByOurs, positionMismatches } from './apply-fills.ts'
import type { AccountUnitOfWork } from './account-unit-of-work.ts'

const KEY = `${CALL.tradingsymbol}/MIS`
const LAG_MS = 2_000
const OTHER = 'NIFTY26D0124100CE'

let account: StagedAccount
beforeEach(() => {
  account = new StagedAccount()
})

/** A row of the broker's trade book, by whomever. */
function fill(orderId: string, side: 'BUY' | 'SELL', quantity: number, at: EpochMs, change: Partial<BrokerFill> = {}) {
  const id = `f${orderId}`
  return {
    fillId: id,
    orderId,
    tradingsymbol: CALL.tradingsymbol,
    side,
    product: 'MIS',
    quantity,
    price: rs(150),
    at,
    ...change,
  }
}

/** A trade of ours that bought `units` and by its own orders sold `sold`, its fills read. */
function bought(trade: Trade, units: number, boughtAt: EpochMs, sold = 0, soldAt: EpochMs = ago(0)): Change[] {
  const [b, s] = [`b-${trade.id}`, `s-${trade.id}`]
  const own = (one: BrokerFill): Fill => ({ ...one, accountId: trade.accountId, tradeId: trade.id, byHand: false })
  const done = { tradeId: trade.id, phase: 'complete' } as const
  return changesOf({
    trades: [trade],
    orders: [
      order(b, { ...done, side: 'BUY', quantity: units, filled: units }),
      ...(sold > 0 ? [order(s, { ...done, quantity: sold, filled: sold })] : []),
    ],
    fills: [own(fill(b, 'BUY', units, boughtAt)), ...(sold > 0 ? [own(fill(s, 'SELL', sold, soldAt))] : [])],
  })
}

const T1 = OPEN
const T2: Trade = { ...OPEN, id: 't2', createdAt: ago(30_000) }
const position = (quantity: number, tradingsymbol = CALL.tradingsymbol): BrokerPosition => ({
  tradingsymbol,
  product: 'MIS',
  quantity,
})

describe('the broker’s trades of our orders', () => {
  it('are written once, however often they are shown', async () => {
    const unitOfWork = await account.unitOfWork(...changesOf({ trades: [T1], orders: [order('b1', { side: 'BUY' })] }))
    const shown = [fill('b1', 'BUY', 65, ago(0))]
    applyFills(unitOfWork, shown)
    applyFills(unitOfWork, shown)
    const written = await account.written(unitOfWork)
    expect(written.filter(({ type }) => type === 'fill')).toMatchObject([{ fill: { tradeId: 't1', byHand: false } }])
  })

  it('prove a purchase that no order book has shown, at what was paid', async () => {
    const unitOfWork = await account.unitOfWork(
      ...changesOf({ trades: [T1], orders: [order('b1', { side: 'BUY', phase: 'pending' })] }),
    )
    const first = fill('b1', 'BUY', 30, ago(1), { fillId: 'f1', price: rs(150) })
    const second = fill('b1', 'BUY', 35, ago(0), { fillId: 'f2', price: rs(151) })
    expect(applyFills(unitOfWork, [first])).toEqual(['b1'])
    expect(applyFills(unitOfWork, [first, second])).toEqual(['b1'])
    expect(unitOfWork.state.order('b1')).toMatchObject({
      phase: 'pending',
      filled: 65,
      averagePrice: (30 * 15_000 + 35 * 15_100) / 65,
    })
    expect(applyFills(unitOfWork, [first, second])).toEqual([])
  })

  it.each<[what: string, side: 'BUY' | 'SELL', filled: number]>([
    ['nothing of a purchase that the order shows already', 'BUY', 65],
    ['nothing of a sale, whose order says whether more is to come', 'SELL', 0],
  ])('prove %s', async (_what, side, filled) => {
    const known = order('b1', { side, filled, averagePrice: filled > 0 ? rs(149) : 0 })
    const unitOfWork = await account.unitOfWork(...changesOf({ trades: [T1], orders: [known] }))
    expect(applyFills(unitOfWork, [fill('b1', side, 65, ago(0))])).toEqual([])
    expect(unitOfWork.state.order('b1')).toEqual(known)
  })

  it('are not those of somebody else', async () => {
    const unitOfWork = await account.unitOfWork(...changesOf({ trades: [T1], orders: [order('b1', { side: 'BUY' })] }))
    applyFills(unitOfWork, [fill('b2', 'BUY', 65, ago(0))])
    expect(unitOfWork.isDirty).toBe(false)
  })
})

describe('what a reading of the positions lacks', () => {
  const missing = (unitOfWork: AccountUnitOfWork, shown: BrokerPosition[], readAt = ago(0)) =>
    positionMismatches(unitOfWork, shown, readAt, LAG_MS)

  it.each<[what: string, changes: Change[], shown: BrokerPosition[], units: number | undefined]>([
    ['nothing when nothing is held', [], [], undefined],
    ['nothing when all is there', bought(T1, 65, ago(60_000)), [position(65)], undefined],
    ['nothing when there is more', bought(T1, 65, ago(60_000)), [position(130)], undefined],
    ['what is gone', bought(T1, 65, ago(60_000)), [position(30)], 35],
    ['all when the contract is not shown', bought(T1, 65, ago(60_000)), [position(65, OTHER)], 65],
    [
      'what is gone, whatever else is shown first',
      bought(T1, 65, ago(60_000)),
      [position(65, OTHER), position(30)],
      35,
    ],
    ['no more than was held when the position is short', bought(T1, 65, ago(60_000)), [position(-65)], 65],
    [
      'what two trades of one contract held',
      [...bought(T1, 65, ago(60_000)), ...bought(T2, 65, ago(30_000))],
      [position(65)],
      65,
    ],
    [
      'no less because another trade has sold too much',
      [...bought({ ...EXITING, soldByHand: 65 }, 65, ago(60_000), 65), ...bought(T2, 65, ago(30_000))],
      [],
      65,
    ],
  ])('is %s', async (_what, changes, shown, units) => {
    const found = missing(await account.unitOfWork(...changes), shown)
    expect(found).toEqual({ missing: units === undefined ? [] : [{ key: KEY, units }], recheckAt: undefined })
  })

  it.each([
    ['is told once the last call is long enough ago', 2_000, true],
    ['is not told from a reading that began before', 1_999, false],
  ])('%s', async (_what, agoMs, told) => {
    const call = intent('move', modify('s1'), accepted('s1', agoMs))
    const unitOfWork = await account.unitOfWork(...bought(T1, 65, ago(60_000)), ...changesOf({ intents: [call] }))
    const again = { missing: [], recheckAt: NOW + 1 }
    expect(missing(unitOfWork, [])).toEqual(told ? { missing: [{ key: KEY, units: 65 }], recheckAt: undefined } : again)
  })

  it('is asked for again when the first of several contracts can be told', async () => {
    const call = (tradeId: string, agoMs: number) => ({
      ...intent('move', modify('s1'), accepted('s1', agoMs)),
      tradeId,
    })
    const elsewhere: Trade = { ...T2, contract: { ...CALL, tradingsymbol: OTHER } }
    const unitOfWork = await account.unitOfWork(
      ...bought(T1, 65, ago(60_000)),
      ...bought(elsewhere, 65, ago(60_000)),
      ...changesOf({ intents: [call('t1', 500), call('t2', 1_500)] }),
    )
    expect(missing(unitOfWork, [])).toEqual({ missing: [], recheckAt: NOW + 500 })
  })
})

describe('a sale by hand', () => {
  const found = (units: number, key = KEY) => [{ key, units }]
  const cuts = (unitOfWork: AccountUnitOfWork) =>
    unitOfWork.state.trades().map(({ id, soldByHand }) => [id, soldByHand])

  it.each<[what: string, changes: Change[], units: number, book: BrokerFill[], cut: [string, number][], left: number]>([
    ['is booked', bought(T1, 65, ago(9)), 65, [fill('x', 'SELL', 65, ago(1))], [['t1', 65]], 0],
    [
      'is booked as far as units are missing',
      bought(T1, 65, ago(9)),
      30,
      [fill('x', 'SELL', 65, ago(1))],
      [['t1', 30]],
      0,
    ],
    ['is booked as far as it went', bought(T1, 65, ago(9)), 65, [fill('x', 'SELL', 30, ago(1))], [['t1', 30]], 35],
    [
      'of another contract is none',
      bought(T1, 65, ago(9)),
      65,
      [fill('x', 'SELL', 65, ago(1), { tradingsymbol: OTHER })],
      [['t1', 0]],
      65,
    ],
    [
      'in another product is none',
      bought(T1, 65, ago(9)),
      65,
      [fill('x', 'SELL', 65, ago(1), { product: 'NRML' })],
      [['t1', 0]],
      65,
    ],
    ['from before the purchase is none', bought(T1, 65, ago(9)), 65, [fill('x', 'SELL', 65, ago(20))], [['t1', 0]], 65],
    [
      'after another one is booked too',
      bought(T1, 65, ago(9)),
      65,
      [fill('x', 'SELL', 30, ago(2)), fill('y', 'SELL', 35, ago(1))],
      [['t1', 65]],
      0,
    ],
    [
      'of what was bought by hand is none of ours',
      bought(T1, 65, ago(9)),
      65,
      [fill('x', 'BUY', 65, ago(5)), fill('y', 'SELL', 65, ago(1))],
      [['t1', 0]],
      65,
    ],
    [
      'in the second of its purchase by hand is none of ours',
      bought(T1, 65, ago(9)),
      65,
      [fill('y', 'SELL', 65, ago(1), { fillId: '2' }), fill('x', 'BUY', 65, ago(1), { fillId: '1' })],
      [['t1', 0]],
      65,
    ],
    [
      'of less than was bought by hand leaves nothing behind that a later one could take',
      [...bought(T1, 65, ago(90), 65, ago(60)), ...bought(T2, 65, ago(40))],
      35,
      [fill('x', 'BUY', 65, ago(80)), fill('y', 'SELL', 30, ago(70)), fill('z', 'SELL', 35, ago(20))],
      [
        ['t1', 0],
        ['t2', 0],
      ],
      35,
    ],
    [
      'cuts the oldest trade first',
      [...bought(T2, 65, ago(8)), ...bought(T1, 65, ago(9))],
      65,
      [fill('x', 'SELL', 65, ago(1))],
      [
        ['t2', 0],
        ['t1', 65],
      ],
      0,
    ],
    [
      'cuts the trade that had bought before it, though an older trade bought after it',
      [...bought(T1, 65, ago(5)), ...bought(T2, 65, ago(20))],
      65,
      [fill('x', 'SELL', 65, ago(10))],
      [
        ['t1', 0],
        ['t2', 65],
      ],
      0,
    ],
    [
      'cuts the next trade when the oldest has no more',
      [...bought(T1, 65, ago(9)), ...bought(T2, 65, ago(8))],
      100,
      [fill('x', 'SELL', 100, ago(1))],
      [
        ['t1', 65],
        ['t2', 35],
      ],
      0,
    ],
    [
      'cuts no trade that is not held',
      [...bought(ENTERING, 65, ago(9)), ...bought(T2, 65, ago(8))],
      65,
      [fill('x', 'SELL', 65, ago(1))],
      [
        ['t1', 0],
        ['t2', 65],
      ],
      0,
    ],
    [
      'gives nothing to a trade that has sold too much',
      [...bought({ ...EXITING, soldByHand: 65 }, 65, ago(9), 65, ago(7)), ...bought(T2, 65, ago(8))],
      65,
      [fill('x', 'SELL', 65, ago(1))],
      [
        ['t1', 65],
        ['t2', 65],
      ],
      0,
    ],
  ])('%s', async (_what, changes, units, book, cut, left) => {
    const unitOfWork = await account.unitOfWork(...changes)
    expect(applyManualSales(unitOfWork, found(units), book)).toEqual({ unexplained: left, undecided: [] })
    expect(cuts(unitOfWork)).toEqual(cut)
  })

  it.each<[what: string, changes: Change[], book: BrokerFill[]]>([
    ['of its own trade', bought(T1, 130, ago(9), 65, ago(5)), [fill('s-t1', 'SELL', 65, ago(5))]],
    [
      'of another trade',
      [...bought(T1, 65, ago(9)), ...bought(T2, 65, ago(8), 65, ago(5))],
      [fill('s-t2', 'SELL', 65, ago(5))],
    ],
  ])('is not what an order of ours sold: %s', async (_what, changes, book) => {
    const unitOfWork = await account.unitOfWork(...changes)
    expect(applyManualSales(unitOfWork, found(65), book).unexplained).toBe(65)
    expect(cuts(unitOfWork).every(([, units]) => units === 0)).toBe(true)
  })

  it('is what an order of ours sold beyond its own trade', async () => {
    const changes = [...bought(T1, 65, ago(9), 130, ago(5)), ...bought(T2, 65, ago(8))]
    const unitOfWork = await account.unitOfWork(...changes)
    expect(applyManualSales(unitOfWork, found(65), []).unexplained).toBe(0)
    expect(cuts(unitOfWork)).toEqual([
      ['t1', 0],
      ['t2', 65],
    ])
  })

  it('is what an order of ours sold short, of what the next trade bought after it', async () => {
    const sold: Trade = { ...EXITING, soldByHand: 65 }
    const changes = [...bought(sold, 65, ago(90), 65, ago(60)), ...bought(T2, 65, ago(50))]
    const byHand: Fill = {
      ...fill('x', 'SELL', 65, ago(80)),
      fillId: 'fx/1',
      accountId: sold.accountId,
      tradeId: 't1',
      byHand: true,
    }
    const unitOfWork = await account.unitOfWork(...changes, ...changesOf({ fills: [byHand] }))
    const book = [fill('x', 'SELL', 65, ago(80))]
    expect(applyManualSales(unitOfWork, found(65), book).unexplained).toBe(0)
    expect(applyManualSales(unitOfWork, found(65), book).unexplained).toBe(65)
    expect(cuts(unitOfWork)).toEqual([
      ['t1', 65],
      ['t2', 65],
    ])
  })

  it('takes from what a trade bought in several fills', async () => {
    const buys = [fill('b-t1', 'BUY', 30, ago(9), { fillId: 'f1' }), fill('b-t1', 'BUY', 35, ago(8), { fillId: 'f2' })]
    const unitOfWork = await account.unitOfWork(
      ...changesOf({ trades: [T1], orders: [order('b-t1', { side: 'BUY', phase: 'complete', filled: 65 })] }),
    )
    applyFills(unitOfWork, buys)
    expect(applyManualSales(unitOfWork, found(65), [fill('x', 'SELL', 65, ago(1))]).unexplained).toBe(0)
  })

  it('is not believed while a sale of ours is unknown', async () => {
    const doubt = changesOf({ intents: [intent('protect', place('SELL'), inDoubt(1_000))] })
    const unitOfWork = await account.unitOfWork(...bought(T1, 65, ago(9)), ...doubt)
    const book = [fill('x', 'SELL', 65, ago(1))]
    expect(applyManualSales(unitOfWork, found(65), book)).toEqual({ unexplained: 0, undecided: found(65) })
    expect(cuts(unitOfWork)).toEqual([['t1', 0]])
  })

  it('in this contract is believed whatever is unknown in another', async () => {
    const elsewhere: Trade = { ...T2, contract: { ...CALL, tradingsymbol: OTHER } }
    const doubt = { ...intent('protect', place('SELL'), inDoubt(1_000)), tradeId: 't2' }
    const unitOfWork = await account.unitOfWork(
      ...bought(T1, 65, ago(9)),
      ...changesOf({ trades: [elsewhere], intents: [doubt] }),
    )
    applyManualSales(unitOfWork, found(65), [fill('x', 'SELL', 65, ago(1))])
    expect(cuts(unitOfWork)).toEqual([
      ['t1', 65],
      ['t2', 0],
    ])
  })

  it('may be drawn on twice, and then as two parts; another one begins with its first', async () => {
    const unitOfWork = await account.unitOfWork(...bought(T1, 65, ago(9)))
    const book = [fill('x', 'SELL', 40, ago(2)), fill('y', 'SELL', 25, ago(1))]
    for (const units of [10, 30, 25]) applyManualSales(unitOfWork, found(units), book)
    const { fills } = unitOfWork.state.view('t1')
    expect(fills.filter(({ byHand }) => byHand).map(({ fillId, quantity }) => [fillId, quantity])).toEqual([
      ['fx/1', 10],
      ['fx/2', 30],
      ['fy/1', 25],
    ])
    expect(unitOfWork.state.trade('t1')).toMatchObject({ soldByHand: 65 })
  })
})

describe('units that stand under another product', () => {
  const under = (product: string, quantity: number): BrokerPosition => ({ ...position(quantity), product })
  const converted = (unitOfWork: AccountUnitOfWork) => unitOfWork.state.trade(T1.id)?.converted
  const missing = [{ key: KEY, units: 65 }]

  it.each<[what: string, positions: readonly BrokerPosition[], book: readonly BrokerFill[], units: number | undefined]>(
    [
      ['stand there', [under('NRML', 65)], [], 65],
      ['were sold there since', [under('NRML', 0)], [fill('x', 'SELL', 65, ago(0), { product: 'NRML' })], 65],
      ['were bought there', [under('NRML', 65)], [fill('x', 'BUY', 65, ago(0), { product: 'NRML' })], undefined],
      ['are too few', [under('NRML', 30)], [], undefined],
    ],
  )('are converted ones when they %s', async (_what, positions, book, units) => {
    const unitOfWork = await account.unitOfWork(...bought(T1, 130, ago(60_000)))
    applyConversions(unitOfWork, missing, positions, book)
    expect(converted(unitOfWork)).toBe(units)
  })

  it.each<[what: string, book: readonly BrokerFill[], units: number | undefined]>([
    ['are converted while a sale of ours is in doubt that the book does not show', [], 65],
    ['are not known to be while the book shows a sale that may be ours', [fill('x', 'SELL', 65, ago(0))], undefined],
  ])('%s', async (_what, book, units) => {
    const doubt = changesOf({ intents: [intent('protect', place('SELL'), inDoubt(1_000))] })
    const unitOfWork = await account.unitOfWork(...bought(T1, 65, ago(60_000)), ...doubt)
    applyConversions(unitOfWork, missing, [under('NRML', 65)], book)
    expect(converted(unitOfWork)).toBe(units)
  })

  it('are those of the trade that bought first, though an older trade bought after it', async () => {
    const unitOfWork = await account.unitOfWork(...bought(T1, 65, ago(5_000)), ...bought(T2, 65, ago(20_000)))
    expect(applyConversions(unitOfWork, missing, [under('NRML', 65)], [])).toEqual([{ tradeId: 't2', units: 65 }])
  })

  it('are converted once: what is missing later has another reason', async () => {
    const unitOfWork = await account.unitOfWork(...bought({ ...T1, soldByHand: 65, converted: 65 }, 130, ago(60_000)))
    applyConversions(unitOfWork, missing, [under('NRML', 65)], [])
    expect(converted(unitOfWork)).toBe(65)
  })
})

it('a trade whose units another order of ours sold is not sold by hand, unless someone else sold in its contract', async () => {
  const sale = fill('s-t1', 'SELL', 130, ago(10_000))
  const theirs = fill('hand', 'SELL', 65, ago(9_000))
  const unitOfWork = await account.unitOfWork(
    ...bought(T1, 65, ago(30_000), 130, ago(10_000)),
    ...bought(T2, 65, ago(20_000)),
  )
  const isHeld = (book: readonly BrokerFill[]) => isSoldByOurs(unitOfWork.state, unitOfWork.state.view('t2'), book)
  expect(isHeld([sale])).toBe(false)
  applyManualSales(unitOfWork, [{ key: KEY, units: 65 }], [sale])
  expect(unitOfWork.state.trade('t2')).toMatchObject({ soldByHand: 65 })
  expect([isHeld([sale]), isHeld([sale, theirs])]).toEqual([true, false])
})
