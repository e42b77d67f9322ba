import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { BrokerPosition } from '../ports.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Change } from '../store/account-changes.ts'
import { bought, fill, KEY, OTHER, T1, T2 } from '../testing/bought-trade.ts'
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
  order,
  place,
} from '../testing/trade-fixture.ts'
import type { BrokerFill } from '../trade/fill.ts'
import type { Trade } from '../trade/trade.ts'
import { applyConversions, applyFills, positionMismatches } from './apply-fills.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'

let account: StagedAccount
beforeEach(() => {
  account = new StagedAccount()
})

const LAG_MS = 2_000

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
    expect(written.filter(({ type }) => type === 'fill')).toMatchObject([{ fill: { tradeId: 't1', isManual: false } }])
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

  it.each<[what: string, side: OrderSide, filled: number]>([
    ['nothing of a purchase that the order shows already', 'BUY', 65],
    ['nothing of a sale, whose order shows whether more is to come', 'SELL', 0],
  ])('prove %s', async (_what, side, filled) => {
    const known = order('b1', { side, filled, averagePrice: filled > 0 ? rs(149) : 0 })
    const unitOfWork = await account.unitOfWork(...changesOf({ trades: [T1], orders: [known] }))
    expect(applyFills(unitOfWork, [fill('b1', side, 65, ago(0))])).toEqual([])
    expect(unitOfWork.state.order('b1')).toEqual(known)
  })

  it('are not those of another user', async () => {
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
      [...bought({ ...EXITING, manualExitQuantity: 65 }, 65, ago(60_000), 65), ...bought(T2, 65, ago(30_000))],
      [],
      65,
    ],
  ])('is %s', async (_what, changes, shown, units) => {
    const found = missing(await account.unitOfWork(...changes), shown)
    expect(found).toEqual({ missing: units === undefined ? [] : [{ key: KEY, units }], recheckAt: undefined })
  })

  it.each([
    ['is notified once the last call is long enough ago', 2_000, true],
    ['is not notified from a reading that began before', 1_999, false],
  ])('%s', async (_what, agoMs, notified) => {
    const call = intent('move', modify('s1'), accepted('s1', agoMs))
    const unitOfWork = await account.unitOfWork(...bought(T1, 65, ago(60_000)), ...changesOf({ intents: [call] }))
    const again = { missing: [], recheckAt: NOW + 1 }
    expect(missing(unitOfWork, [])).toEqual(
      notified ? { missing: [{ key: KEY, units: 65 }], recheckAt: undefined } : again,
    )
  })

  it('is asked for again when the first of several contracts can be decided', async () => {
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

  it.each<[what: string, under: number, units: number | undefined]>([
    ['are not known to be while a purchase of ours may have filled unseen beside it', 65, undefined],
    ['are converted where more stand there than that purchase is for', 130, 65],
  ])('%s', async (_what, there, units) => {
    const doubt = changesOf({ intents: [intent('protect', place('SELL'), inDoubt(1_000))] })
    const stuck = changesOf({
      trades: [{ ...ENTERING, id: 't2', createdAt: ago(30_000) }],
      orders: [order('b2', { tradeId: 't2', side: 'BUY', phase: 'pending', quantity: 65 })],
    })
    const unitOfWork = await account.unitOfWork(...bought(T1, 65, ago(9_000)), ...doubt, ...stuck)
    applyConversions(unitOfWork, missing, [under('NRML', there)], [fill('b-t1', 'BUY', 65, ago(9_000))])
    expect(converted(unitOfWork)).toBe(units)
  })

  it('are those of the trade that bought first, though an older trade bought after it', async () => {
    const unitOfWork = await account.unitOfWork(...bought(T1, 65, ago(5_000)), ...bought(T2, 65, ago(20_000)))
    expect(applyConversions(unitOfWork, missing, [under('NRML', 65)], [])).toEqual([{ tradeId: 't2', units: 65 }])
  })

  it('are converted once: what is missing later has another reason', async () => {
    const unitOfWork = await account.unitOfWork(
      ...bought({ ...T1, manualExitQuantity: 65, converted: 65 }, 130, ago(60_000)),
    )
    applyConversions(unitOfWork, missing, [under('NRML', 65)], [])
    expect(converted(unitOfWork)).toBe(65)
  })
})
