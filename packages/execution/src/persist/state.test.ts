import { describe, expect, it } from 'vitest'
import type { OrderRecord } from '../order/order.ts'
import type { Change } from '../store/account-changes.ts'
import { DAY, rs } from '../testing/scenario.ts'
import { changesOf } from '../testing/account-fixture.ts'
import {
  ago,
  accepted,
  BOUGHT,
  ENTERING,
  EXITING,
  fillOf,
  inDoubt,
  intent,
  modify,
  OPEN,
  order,
  place,
  refused,
  sending,
  viewOf,
  type Fixture,
} from '../testing/trade-fixture.ts'
import type { Trade } from '../trade/trade.ts'
import { NO_RECORDS } from '../store/no-records.ts'
import { AccountState, fillsComplete, lastCallOf, lastMoveOf } from './state.ts'

const CLOSED: Trade = { ...EXITING, state: 'closed', closedAt: ago(5_000), traded: 65, result: null }
const SOLD = order('s1', { phase: 'complete', filled: 65 })
const fills = [fillOf(BOUGHT, rs(150)), fillOf(SOLD, rs(160))]

function stateOf(...changes: Change[]): AccountState {
  const state = new AccountState(DAY, NO_RECORDS)
  for (const change of changes) state.apply(change)
  return state
}

describe('a trade that is over', () => {
  const over = [BOUGHT, SOLD]
  const sale = (outcome: Parameters<typeof intent>[2]) => [intent('protect', place('SELL'), outcome)]

  it.each<[what: string, stage: Omit<Fixture, 'trade'>, restless: boolean]>([
    ['and sold', { orders: over }, false],
    ['of which units are held', { orders: [BOUGHT] }, true],
    ['of which too much was sold', { orders: [...over, order('s2', { phase: 'complete', filled: 1 })] }, true],
    ['of which an order works', { orders: [...over, order('s2')] }, true],
    ['of which an order is over', { orders: [...over, order('s2', { phase: 'cancelled' })] }, false],
    ['of which a call is in doubt', { orders: over, intents: sale(inDoubt(1)) }, true],
    ['of which a call was refused', { orders: over, intents: sale(refused('funds', 1)) }, false],
  ])('%s is checked: %j', (_what, { orders = [], intents = [] }, needingAttention) => {
    const state = stateOf(...changesOf({ trades: [CLOSED], orders, intents }))
    expect(state.needingAttention().map(({ trade }) => trade.id)).toEqual(needingAttention ? ['t1'] : [])
  })

  it('is no longer checked, nor under way, from the moment it is', () => {
    const state = stateOf(...changesOf({ trades: [EXITING], orders: over }))
    expect([state.needingAttention().length, state.liveTrades().length, state.held().length, state.isBusy()]).toEqual([
      1,
      1,
      1,
      true,
    ])
    state.apply({ type: 'trade', trade: CLOSED })
    expect([state.needingAttention().length, state.liveTrades().length, state.held().length, state.isBusy()]).toEqual([
      0,
      0,
      0,
      false,
    ])
  })
})

describe('an account', () => {
  it('is busy while a call of a trade that is over is unresolved', () => {
    const call = intent('cancel', { type: 'cancel', orderId: 's1' }, sending)
    const state = stateOf(...changesOf({ trades: [CLOSED], intents: [call] }))
    expect([state.isBusy(), state.unresolved()]).toEqual([true, [call]])
    state.apply({ type: 'intent', intent: { ...call, outcome: refused('processing', 0) } })
    expect([state.isBusy(), state.unresolved()]).toEqual([false, []])
  })

  it('knows an order by the tag of its request, and by no tag none', () => {
    const call = intent('protect', place('SELL'), sending)
    const state = stateOf(...changesOf({ trades: [OPEN], intents: [call] }))
    const tag = call.call.type === 'place' ? call.call.order.tag : null
    expect([state.byTag(tag), state.byTag(null), state.byTag('other')]).toEqual([call, undefined, undefined])
  })

  it('counts a fill once, and what was taken of another party’s over all trades', () => {
    const [bought] = fills
    const taken = (tradeId: string, part: number, quantity: number) => ({
      ...fillOf(order('x', { filled: quantity }), rs(150)),
      fillId: `fx/${part}`,
      tradeId,
      isManual: true,
    })
    const state = stateOf(
      ...changesOf({
        trades: [OPEN, { ...OPEN, id: 't2' }],
        orders: [BOUGHT],
        fills: [bought!, bought!, taken('t1', 1, 10), taken('t1', 2, 5), taken('t2', 1, 20)],
      }),
    )
    expect(state.view('t1').fills).toHaveLength(3)
    expect(state.manualUnitsOf({ fillId: 'fx', orderId: 'x' })).toBe(35)
    expect(state.manualUnitsOf({ fillId: bought!.fillId, orderId: 'b1' })).toBe(0)
  })

  it('has no trade that it was not given', () => {
    const state = stateOf()
    expect(() => state.view('t9')).toThrow(RangeError)
    expect([state.trade('t9'), state.intentsOf('t9')]).toEqual([undefined, []])
    state.apply({ type: 'order', order: BOUGHT, on: DAY })
    expect(state.needingAttention()).toEqual([])
  })

  it('lists the calls of a trade as they came, each as it stands now', () => {
    const [first, second] = [intent('enter', place('BUY'), sending), intent('protect', place('SELL'), sending)]
    const state = stateOf(...changesOf({ trades: [OPEN], intents: [first, second] }))
    const answered = { ...first, outcome: accepted('b1', 0) }
    state.apply({ type: 'intent', intent: answered })
    expect(state.intentsOf('t1')).toEqual([answered, second])
    expect(state.intentCount).toBe(2)
  })
})

describe('what is held of a trade', () => {
  it.each<[what: string, trade: Trade, orders: OrderRecord[], open: number]>([
    ['is what was bought', OPEN, [BOUGHT], 65],
    ['less what was sold', OPEN, [BOUGHT, order('s1', { filled: 15 })], 50],
    ['less what was sold manually', { ...OPEN, manualExitQuantity: 20 }, [BOUGHT, order('s1', { filled: 15 })], 30],
    [
      'and is counted once for an order that is seen again',
      OPEN,
      [order('b1', { side: 'BUY', filled: 5 }), BOUGHT],
      65,
    ],
  ])('%s', (_what, trade, orders, open) => expect(viewOf({ trade, orders }).open).toBe(open))
})

describe('the fills of a trade', () => {
  const manualFill = { ...fillOf(order('x', { filled: 65 }), rs(150)), isManual: true }

  it.each<[what: string, stage: Fixture, complete: boolean]>([
    ['show all', { trade: EXITING, orders: [BOUGHT, SOLD], fills }, true],
    ['lack a sale', { trade: EXITING, orders: [BOUGHT, SOLD], fills: fills.slice(0, 1) }, false],
    ['lack a purchase', { trade: EXITING, orders: [BOUGHT, SOLD], fills: fills.slice(1) }, false],
    [
      'lack a manual sale',
      { trade: { ...EXITING, manualExitQuantity: 65 }, orders: [BOUGHT], fills: fills.slice(0, 1) },
      false,
    ],
    [
      'tell of a manual sale',
      { trade: { ...EXITING, manualExitQuantity: 65 }, orders: [BOUGHT], fills: [fills[0]!, manualFill] },
      true,
    ],
    ['are none of a trade that bought nothing', { trade: ENTERING }, true],
  ])('%s: %j', (_what, fixture, complete) => expect(fillsComplete(viewOf(fixture))).toBe(complete))
})

it('an order last moved when its last call was answered, or else drawn up', () => {
  const answered = intent('move', place('SELL'), accepted('s1', 500), { createdAt: ago(900) })
  const out = intent('move', place('SELL'), sending, { createdAt: ago(700) })
  expect(lastMoveOf(viewOf({ trade: OPEN, intents: [answered, out] }))).toBe(ago(500))
  expect(lastMoveOf(viewOf({ trade: OPEN, intents: [out] }))).toBe(ago(700))
  expect(lastMoveOf(viewOf({ trade: OPEN }))).toBe(0)
})

it('a call that the broker refused moved no order', () => {
  const answered = intent('move', place('SELL'), accepted('s1', 500), { createdAt: ago(900) })
  const turnedDown = intent('protect', place('SELL'), refused('rate_limited', 100), { createdAt: ago(200) })
  const view = viewOf({ trade: OPEN, intents: [answered, turnedDown] })
  expect(lastMoveOf(view)).toBe(ago(500))
  expect(lastCallOf(view)).toBe(ago(100))
})

it('a call for an order that the broker rejected whole moved nothing; one that sold a part did', () => {
  const entered = intent('enter', place('BUY'), accepted('e1', 5_000), { createdAt: ago(5_100) })
  const thrownOut = intent('protect', place('SELL'), accepted('s1', 100), { createdAt: ago(200) })
  const seen = (filled: number) =>
    viewOf({ trade: OPEN, intents: [entered, thrownOut], orders: [BOUGHT, order('s1', { phase: 'rejected', filled })] })
  expect(lastMoveOf(seen(0))).toBe(ago(5_000))
  expect(lastMoveOf(seen(1))).toBe(ago(100))
})

it('an order that is proven absent moved when its call was drawn up, if ever', () => {
  const absent = intent('protect', place('SELL'), { state: 'absent', at: ago(100) }, { createdAt: ago(15_000) })
  const view = viewOf({ trade: OPEN, intents: [absent] })
  expect(lastMoveOf(view)).toBe(ago(15_000))
  expect(lastCallOf(view)).toBe(ago(100))
})

it('a stop that is seen to rest with nothing filled after a reading had moved nothing by then', () => {
  const raised = intent('move', modify('s1'), accepted('s1', 100), { createdAt: ago(200) })
  const rests = (change: Partial<OrderRecord>) =>
    lastMoveOf(viewOf({ trade: OPEN, intents: [raised], orders: [BOUGHT, order('s1', change)] }), ago(1_000))
  expect(rests({ seenAt: ago(1_000) })).toBe(0)
  expect(rests({ seenAt: ago(1_001) })).toBe(ago(100))
  expect(rests({ seenAt: null })).toBe(ago(100))
  expect(rests({ seenAt: ago(1_000), filled: 1 })).toBe(ago(100))
  expect(rests({ seenAt: ago(1_000), phase: 'open' })).toBe(ago(100))
})
