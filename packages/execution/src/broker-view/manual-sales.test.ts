import { beforeEach, describe, expect, it } from 'vitest'
import type { Change } from '../store/account-changes.ts'
import { bought, fill, KEY, OTHER, T1, T2 } from '../testing/bought-trade.ts'
import { CALL } from '../testing/scenario.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import { ago, ENTERING, EXITING, inDoubt, intent, order, place } from '../testing/trade-fixture.ts'
import type { BrokerFill, Fill } from '../trade/fill.ts'
import type { Trade } from '../trade/trade.ts'
import { applyFills, applyManualSales, isSoldByOwnOrders } from './apply-fills.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'

let account: StagedAccount
beforeEach(() => {
  account = new StagedAccount()
})

describe('a manual sale', () => {
  const found = (units: number, key = KEY) => [{ key, units }]
  const cuts = (unitOfWork: AccountUnitOfWork) =>
    unitOfWork.state.trades().map(({ id, manualExitQuantity }) => [id, manualExitQuantity])

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
      'of what was bought manually is none of ours',
      bought(T1, 65, ago(9)),
      65,
      [fill('x', 'BUY', 65, ago(5)), fill('y', 'SELL', 65, ago(1))],
      [['t1', 0]],
      65,
    ],
    [
      'in the second of its manual purchase is none of ours',
      bought(T1, 65, ago(9)),
      65,
      [fill('y', 'SELL', 65, ago(1), { fillId: '2' }), fill('x', 'BUY', 65, ago(1), { fillId: '1' })],
      [['t1', 0]],
      65,
    ],
    [
      'of less than was bought manually leaves nothing behind that a later one could take',
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
      'cuts what rests before what is being sold: whether that has sold already may be unknown yet (I13)',
      [
        ...bought(EXITING, 65, ago(9)),
        ...changesOf({ orders: [order('p', { phase: 'open' })] }),
        ...bought(T2, 65, ago(8)),
      ],
      65,
      [fill('x', 'SELL', 65, ago(1))],
      [
        ['t1', 0],
        ['t2', 65],
      ],
      0,
    ],
    [
      'cuts what is to be sold and has no order for it yet before what rests',
      [...bought(EXITING, 65, ago(9)), ...bought(T2, 65, ago(8))],
      65,
      [fill('x', 'SELL', 65, ago(1))],
      [
        ['t1', 65],
        ['t2', 0],
      ],
      0,
    ],
    [
      'cuts what rests before what has a stop that the broker has not confirmed (I13)',
      [
        ...bought(T1, 65, ago(9)),
        ...changesOf({ orders: [order('p', { phase: 'pending' })] }),
        ...bought(T2, 65, ago(8)),
      ],
      65,
      [fill('x', 'SELL', 65, ago(1))],
      [
        ['t1', 0],
        ['t2', 65],
      ],
      0,
    ],
    [
      'cuts what is being sold when only that had bought before it',
      [
        ...bought(EXITING, 65, ago(9)),
        ...changesOf({ orders: [order('p', { phase: 'open' })] }),
        ...bought(T2, 65, ago(5)),
      ],
      65,
      [fill('x', 'SELL', 65, ago(7))],
      [
        ['t1', 65],
        ['t2', 0],
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
      [...bought({ ...EXITING, manualExitQuantity: 65 }, 65, ago(9), 65, ago(7)), ...bought(T2, 65, ago(8))],
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
    const sold: Trade = { ...EXITING, manualExitQuantity: 65 }
    const changes = [...bought(sold, 65, ago(90), 65, ago(60)), ...bought(T2, 65, ago(50))]
    const manualFill: Fill = {
      ...fill('x', 'SELL', 65, ago(80)),
      fillId: 'fx/1',
      accountId: sold.accountId,
      tradeId: 't1',
      isManual: true,
    }
    const unitOfWork = await account.unitOfWork(...changes, ...changesOf({ fills: [manualFill] }))
    const book = [fill('x', 'SELL', 65, ago(80))]
    expect(applyManualSales(unitOfWork, found(65), book).unexplained).toBe(0)
    expect(applyManualSales(unitOfWork, found(65), book).unexplained).toBe(65)
    expect(cuts(unitOfWork)).toEqual([
      ['t1', 65],
      ['t2', 65],
    ])
  })

  it('cuts the next trade where the fill of the first one’s stop is known and its order is not yet', async () => {
    const unitOfWork = await account.unitOfWork(
      ...bought(T1, 65, ago(9)),
      ...changesOf({ orders: [order('s1', { phase: 'armed' })] }),
      ...bought(T2, 65, ago(8)),
    )
    const book = [fill('s1', 'SELL', 65, ago(5)), fill('x', 'SELL', 65, ago(1))]
    applyFills(unitOfWork, book)
    applyManualSales(unitOfWork, found(130), book)
    expect(cuts(unitOfWork)).toEqual([
      ['t1', 0],
      ['t2', 65],
    ])
  })

  it('cuts the next trade as well once it is known that the first one’s own order had sold before it (I13)', async () => {
    const manualFill: Fill = {
      ...fill('x', 'SELL', 65, ago(1)),
      fillId: 'fx/1',
      accountId: T1.accountId,
      tradeId: 't1',
      isManual: true,
    }
    const unitOfWork = await account.unitOfWork(
      ...bought({ ...EXITING, manualExitQuantity: 65 }, 65, ago(9), 65, ago(5)),
      ...bought(T2, 65, ago(8)),
      ...changesOf({ fills: [manualFill] }),
    )
    const book = [fill('x', 'SELL', 65, ago(1))]
    expect(applyManualSales(unitOfWork, found(65), book).unexplained).toBe(0)
    expect(unitOfWork.state.view('t2').fills.filter((one) => one.isManual)).toMatchObject([{ fillId: 'fx/1' }])
    expect(applyManualSales(unitOfWork, found(65), book).unexplained).toBe(65)
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
    expect(fills.filter(({ isManual }) => isManual).map(({ fillId, quantity }) => [fillId, quantity])).toEqual([
      ['fx/1', 10],
      ['fx/2', 30],
      ['fy/1', 25],
    ])
    expect(unitOfWork.state.trade('t1')).toMatchObject({ manualExitQuantity: 65 })
  })
})

it('a trade whose units another order of ours sold is not sold manually, unless someone else sold in its contract', async () => {
  const sale = fill('s-t1', 'SELL', 130, ago(10_000))
  const theirs = fill('hand', 'SELL', 65, ago(9_000))
  const unitOfWork = await account.unitOfWork(
    ...bought(T1, 65, ago(30_000), 130, ago(10_000)),
    ...bought(T2, 65, ago(20_000)),
  )
  const isHeld = (book: readonly BrokerFill[]) => isSoldByOwnOrders(unitOfWork.state, unitOfWork.state.view('t2'), book)
  expect(isHeld([sale])).toBe(false)
  applyManualSales(unitOfWork, [{ key: KEY, units: 65 }], [sale])
  expect(unitOfWork.state.trade('t2')).toMatchObject({ manualExitQuantity: 65 })
  expect([isHeld([sale]), isHeld([sale, theirs])]).toEqual([true, false])
})
