import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Change } from '../store/account-changes.ts'
import { CALL, rs } from '../testing/scenario.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import { accepted, ago, EXITING, fillOf, intent, OPEN, order, place } from '../testing/trade-fixture.ts'
import { valueOf, type BrokerFill, type Fill } from '../trade/fill.ts'
import { tradePnlOf } from '../trade/trade-pnl.ts'
import type { Trade } from '../trade/trade.ts'
import { applyManualSales, restoreManualFills } from './apply-fills.ts'
import { coverPnlOf } from './cover-pnl.ts'
import { salesToCover, unitsSoldShort } from './sale-attribution.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'

const KEY = `${CALL.tradingsymbol}/MIS`
const T1: Trade = EXITING
const T2: Trade = { ...OPEN, id: 't2', createdAt: ago(40) }
const FIRST_PRICE = rs(150)
const SECOND_PRICE = rs(170)

/** A row of the broker's trade book of an order that is not ours. */
function manualFill(id: string, side: OrderSide, quantity: number, at: EpochMs, price: Paise): BrokerFill {
  return { fillId: `f${id}`, orderId: id, tradingsymbol: CALL.tradingsymbol, side, product: 'MIS', quantity, price, at }
}

/** An order of a trade that is over, with its fill. */
function done(
  trade: Trade,
  id: string,
  side: OrderSide,
  quantity: number,
  at: EpochMs,
  kind: 'own' | 'cover' = 'own',
): Change[] {
  const row = order(id, { tradeId: trade.id, intentId: `i-${id}`, side, phase: 'complete', quantity, filled: quantity })
  const fill: Fill = { ...fillOf(row, FIRST_PRICE), fillId: `f${id}`, tradeId: trade.id, quantity, at }
  const cover = { ...intent('cover', place('BUY'), accepted(id, 1)), id: `i-${id}`, tradeId: trade.id }
  return changesOf({ intents: kind === 'cover' ? [cover] : [], orders: [row], fills: [fill] })
}

/** The user and our exit each sold all that the first trade held: the account was short of `units`. */
function soldTwice(units = 65): Change[] {
  return [
    ...changesOf({ trades: [T1] }),
    ...done(T1, 'b1', 'BUY', units, ago(90)),
    ...done(T1, 's1', 'SELL', units, ago(60)),
  ]
}

const earlier = (units = 65) => manualFill('x', 'SELL', units, ago(70), FIRST_PRICE)
const secondTrade = (units = 65): Change[] => [...changesOf({ trades: [T2] }), ...done(T2, 'b2', 'BUY', units, ago(40))]
const later = (units = 65) => manualFill('y', 'SELL', units, ago(20), SECOND_PRICE)
const missing = (units = 65) => [{ key: KEY, units }]

describe('after the user and our exit have both sold a position, a manual sale out of the next trade', () => {
  it.each<[what: string, cover: Change[], book: BrokerFill[]]>([
    ['a cover of ours bought back', done(T1, 'c1', 'BUY', 65, ago(50), 'cover'), [earlier(), later()]],
    [
      'covers of ours bought back twice and the surplus was sold',
      [
        ...done(T1, 'c1', 'BUY', 65, ago(55), 'cover'),
        ...done(T1, 'c2', 'BUY', 65, ago(54), 'cover'),
        ...done(T1, 'p1', 'SELL', 65, ago(52)),
      ],
      [earlier(), later()],
    ],
    ['the user bought back', [], [earlier(), manualFill('h', 'BUY', 65, ago(50), FIRST_PRICE), later()]],
  ])('is booked at its own price where %s (I4)', async (_what, cover, book) => {
    const unitOfWork = await new StagedAccount().unitOfWork(...soldTwice(), ...cover, ...secondTrade())
    expect(applyManualSales(unitOfWork, missing(), book)).toEqual({ unexplained: 0, undecided: [] })
    const booked = unitOfWork.state.view('t2').fills.filter((fill) => fill.isManual)
    expect(booked).toMatchObject([{ fillId: 'fy/1', quantity: 65, price: SECOND_PRICE }])
  })

  it('is found again at its own price where the store has rejected its row', async () => {
    const cover = done(T1, 'c1', 'BUY', 65, ago(50), 'cover')
    const unitOfWork = await new StagedAccount().unitOfWork(
      ...soldTwice(),
      ...cover,
      ...secondTrade(),
      ...changesOf({ trades: [{ ...T2, manualExitQuantity: 65 }] }),
    )
    restoreManualFills(unitOfWork, [earlier(), later()])
    const booked = unitOfWork.state.view('t2').fills.filter((fill) => fill.isManual)
    expect(booked).toMatchObject([{ fillId: 'fy/1', quantity: 65, price: SECOND_PRICE }])
  })

  it('does not explain units that only positions lack: what was sold before them has been bought back', async () => {
    const cover = done(T1, 'c1', 'BUY', 65, ago(50), 'cover')
    const unitOfWork = await new StagedAccount().unitOfWork(...soldTwice(), ...cover, ...secondTrade())
    expect(applyManualSales(unitOfWork, missing(), [earlier()]).unexplained).toBe(65)
    expect(unitOfWork.state.trade('t2')).toMatchObject({ manualExitQuantity: 0 })
  })

  it('is of the sale that no trade has where nothing was bought back: what it bought was owed', async () => {
    const unitOfWork = await new StagedAccount().unitOfWork(...soldTwice(), ...secondTrade())
    expect(applyManualSales(unitOfWork, missing(), [earlier()]).unexplained).toBe(0)
    expect(unitOfWork.state.view('t2').fills.filter((fill) => fill.isManual)).toMatchObject([{ fillId: 'fx/1' }])
  })
})

it('units missing of a late purchase are found in the sales of the user and of another trade, where a cover bought back the rest', async () => {
  const user = manualFill('x', 'SELL', 65, ago(70), FIRST_PRICE)
  const unitOfWork = await new StagedAccount().unitOfWork(
    ...changesOf({ trades: [OPEN, { ...T2, state: 'exiting', exitReason: 'stop', exitSince: ago(40) }] }),
    ...done(OPEN, 'b1', 'BUY', 130, ago(90)),
    ...done(T2, 'b2', 'BUY', 130, ago(60)),
    ...done(T2, 's2', 'SELL', 130, ago(40)),
    // A stop of the second trade that was taken for gone sells what is left of the first, and more.
    ...done(T2, 'd2', 'SELL', 130, ago(30)),
    ...done(T2, 'c2', 'BUY', 65, ago(20), 'cover'),
  )
  expect(applyManualSales(unitOfWork, missing(130), [user]).unexplained).toBe(0)
  const booked = unitOfWork.state.view(OPEN.id).fills.filter((fill) => fill.isManual)
  expect(booked).toMatchObject([
    { fillId: 'fx/1', quantity: 65 },
    { fillId: 'fd2/1', quantity: 65 },
  ])
})

it('a stop that sells what was booked as sold manually leaves the other trade its units to be found as sold (I5)', async () => {
  const user = manualFill('x', 'SELL', 130, ago(30), FIRST_PRICE)
  // Its stop may have sold unseen, so the sale is taken out of the other trade first.
  const pending = order('p1', { tradeId: T1.id, intentId: 'i-p1', phase: 'pending' })
  const unitOfWork = await new StagedAccount().unitOfWork(
    ...changesOf({ trades: [T1], orders: [pending] }),
    ...done(T1, 'b1', 'BUY', 130, ago(90)),
    ...secondTrade(),
  )
  expect(applyManualSales(unitOfWork, missing(130), [user]).unexplained).toBe(0)
  expect(unitOfWork.state.trades()).toMatchObject([{ manualExitQuantity: 65 }, { manualExitQuantity: 65 }])
  for (const change of done(T2, 's2', 'SELL', 65, ago(20))) unitOfWork.put(change)
  expect(applyManualSales(unitOfWork, missing(), [user]).unexplained).toBe(0)
  const booked = unitOfWork.state.view(T1.id).fills.filter((fill) => fill.isManual)
  expect(booked).toMatchObject([
    { fillId: 'fx/1', quantity: 65 },
    { fillId: 'fs2/1', quantity: 65 },
  ])
})

describe('while a purchase of ours is hidden that the user has sold', () => {
  const hidden = manualFill('x', 'SELL', 130, ago(70), FIRST_PRICE)
  const half = (id: string, at: EpochMs, price: Paise) => manualFill(id, 'SELL', 65, at, price)
  const first = half('y', ago(30), FIRST_PRICE)
  const second = half('z', ago(20), SECOND_PRICE)
  const both = [
    { fillId: 'fy/1', quantity: 65, price: FIRST_PRICE },
    { fillId: 'fz/1', quantity: 65, price: SECOND_PRICE },
  ]
  const bookedOf = (unitOfWork: Awaited<ReturnType<StagedAccount['unitOfWork']>>) =>
    unitOfWork.state.view('t2').fills.filter((fill) => fill.isManual)

  it('each manual sale of the next trade is booked once, at its own price (I4)', async () => {
    const unitOfWork = await new StagedAccount().unitOfWork(...changesOf({ trades: [T1] }), ...secondTrade(130))
    expect(applyManualSales(unitOfWork, missing(), [hidden, first]).unexplained).toBe(0)
    expect(applyManualSales(unitOfWork, missing(), [hidden, first, second]).unexplained).toBe(0)
    expect(bookedOf(unitOfWork)).toMatchObject(both)
  })

  it('each is found again where the store has rejected its row', async () => {
    const unitOfWork = await new StagedAccount().unitOfWork(
      ...changesOf({ trades: [T1] }),
      ...secondTrade(130),
      ...changesOf({ trades: [{ ...T2, manualExitQuantity: 130 }] }),
    )
    restoreManualFills(unitOfWork, [hidden, first, second])
    expect(bookedOf(unitOfWork)).toMatchObject(both)
  })

  it('no sale explains more units than it sold', async () => {
    const unitOfWork = await new StagedAccount().unitOfWork(...changesOf({ trades: [T1] }), ...secondTrade(130))
    expect(applyManualSales(unitOfWork, missing(130), [hidden, first]).unexplained).toBe(65)
  })
})

it('restores the row of a manual sale that our exit came after, though a cover has bought back since', async () => {
  const lost = changesOf({ trades: [{ ...T1, manualExitQuantity: 65 }] })
  const cover = done(T1, 'c1', 'BUY', 65, ago(50), 'cover')
  const unitOfWork = await new StagedAccount().unitOfWork(...soldTwice(), ...lost, ...cover)
  restoreManualFills(unitOfWork, [earlier()])
  expect(unitOfWork.state.view('t1').fills.filter((fill) => fill.isManual)).toMatchObject([{ fillId: 'fx/1' }])
})

it('a trade that buys after a cover delivers nothing for what was short before: a second short counts as well (I11)', async () => {
  const cover = done(T1, 'c1', 'BUY', 65, ago(50), 'cover')
  const again = done(T2, 's2', 'SELL', 65, ago(10))
  const changes = [...soldTwice(), ...cover, ...secondTrade(), ...again]
  const unitOfWork = await new StagedAccount().unitOfWork(...changes)
  const short = (book: BrokerFill[]) => unitsSoldShort(unitOfWork, KEY, unitOfWork.state.trades(), book)
  expect(short([earlier()])).toBe(65)
  expect(short([earlier(), later()])).toBe(130)
})

it('every unit sold is in one result: of a trade, or of what was bought back (I4)', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 200 }),
      fc.nat(200),
      async (first, second, cut) => {
        fc.pre(cut <= second)
        const cover = done(T1, 'c1', 'BUY', first, ago(50), 'cover')
        const changes = [...soldTwice(first), ...cover, ...secondTrade(second)]
        const rest = cut < second ? done(T2, 's2', 'SELL', second - cut, ago(10)) : []
        const unitOfWork = await new StagedAccount().unitOfWork(...changes, ...rest)
        const book = [earlier(first), ...(cut > 0 ? [later(cut)] : [])]
        if (cut > 0) expect(applyManualSales(unitOfWork, missing(cut), book).unexplained).toBe(0)
        const { state } = unitOfWork
        const views = state.trades().map(({ id }) => state.view(id))
        const total = coverPnlOf(
          views,
          salesToCover(unitOfWork, KEY, state.trades(), book),
          T1.on,
          TEST_BROKER.brokerage,
        )!
        const results = views.reduce((sum, { fills }) => sum + tradePnlOf(fills, T1.on, TEST_BROKER.brokerage).gross, 0)
        const all = [
          ...views.flatMap(({ fills, coverFills }) => [...fills.filter((one) => !one.isManual), ...coverFills]),
          ...book,
        ]
        expect(total.units).toBe(first)
        expect(results + total.gross).toBe(valueOf(all, 'SELL') - valueOf(all, 'BUY'))
      },
    ),
  ))

it('what the user bought back is no part of what a later cover comes to', async () => {
  const closed: Trade = { ...T2, id: 't2' }
  const changes = [
    ...soldTwice(),
    ...changesOf({ trades: [closed] }),
    ...done(closed, 'b2', 'BUY', 65, ago(40)),
    ...done(closed, 's2', 'SELL', 65, ago(20)),
    ...done(closed, 'd2', 'SELL', 65, ago(15)),
    ...done(closed, 'c2', 'BUY', 65, ago(10), 'cover'),
  ]
  const unitOfWork = await new StagedAccount().unitOfWork(...changes)
  const { state } = unitOfWork
  const own = manualFill('x', 'SELL', 65, ago(70), SECOND_PRICE)
  const book = [own, manualFill('h', 'BUY', 65, ago(50), SECOND_PRICE)]
  const views = state.trades().map(({ id }) => state.view(id))
  const total = coverPnlOf(views, salesToCover(unitOfWork, KEY, state.trades(), book), T1.on, TEST_BROKER.brokerage)
  expect(total).toMatchObject({ units: 65, soldValue: 65 * FIRST_PRICE, gross: 0 })
})

it('a cover that fills after the user has bought back is booked against that sale all the same', async () => {
  const cover = done(T1, 'c1', 'BUY', 65, ago(30), 'cover')
  const unitOfWork = await new StagedAccount().unitOfWork(...soldTwice(), ...cover)
  const { state } = unitOfWork
  const book = [earlier(), manualFill('h', 'BUY', 65, ago(50), SECOND_PRICE)]
  const views = state.trades().map(({ id }) => state.view(id))
  const total = coverPnlOf(views, salesToCover(unitOfWork, KEY, state.trades(), book), T1.on, TEST_BROKER.brokerage)
  expect(total).toMatchObject({ units: 65, gross: 0 })
})
