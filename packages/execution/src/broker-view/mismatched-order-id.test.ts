import { beforeEach, describe, expect, it } from 'vitest'
import type { Intent } from '../intent/intent.ts'
import type { BrokerOrder, OrderRecord } from '../order/order.ts'
import { rs } from '../testing/scenario.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import {
  accepted,
  ago,
  BOUGHT,
  intent,
  modify,
  NOW,
  OPEN,
  order,
  place,
  sending,
  STOP,
} from '../testing/trade-fixture.ts'
import { applyOrderAck, reconcileOrder } from './reconcile-order.ts'
import { repairRows } from './repair-rows.ts'
import { belongsToAnotherOrder } from './mismatched-order-id.ts'

const LIMIT_MS = 7_000

let account: StagedAccount
beforeEach(() => {
  account = new StagedAccount()
})

const ledgerOf = (intents: Intent[] = [], orders: OrderRecord[] = []) =>
  account.unitOfWork(...changesOf({ trades: [OPEN], intents, orders: [BOUGHT, ...orders] }))
const tagOf = ({ call }: Intent) => (call.type === 'place' ? call.order.tag : null)
/** An order as a book shows it, armed: without what only we know of it. */
const shown = (orderId: string, change: Partial<BrokerOrder> = {}): BrokerOrder => {
  const {
    accountId: _a,
    tradeId: _t,
    intentId: _i,
    acknowledgedAt: _k,
    seenAt: _s,
    modifies: _m,
    ...rest
  } = order(orderId)
  return { ...rest, ...change }
}

describe('an order that only an answer has named', () => {
  const named = order('s1', { phase: 'pending', seenAt: null })

  it.each<[what: string, seen: Partial<BrokerOrder>, isAnother: boolean]>([
    ['bears our tag, whatever its terms', { tag: named.tag, quantity: 130, trigger: rs(90) }, false],
    ['bears another tag', { tag: 'other' }, true],
    ['has no tag and is what was asked for', { tag: null }, false],
    ['has no tag and is of another contract', { tag: null, tradingsymbol: 'NIFTY26D0124100CE' }, true],
    ['has no tag and is a purchase', { tag: null, side: 'BUY' }, true],
    ['has no tag and is of another product', { tag: null, product: 'NRML' }, true],
    ['has no tag and is for more', { tag: null, quantity: 130 }, true],
    ['has no tag and another price', { tag: null, price: rs(109) }, true],
    ['has no tag and another trigger', { tag: null, trigger: rs(119) }, true],
    ['has no tag and is no stop', { tag: null, kind: 'LIMIT' }, true],
  ])('%s: another’s %j → %s', async (_what, seen, isAnother) => {
    const unitOfWork = await ledgerOf([], [named])
    expect(belongsToAnotherOrder(unitOfWork, named, shown('s1', seen))).toBe(isAnother)
  })

  it('has no tag and other terms, which we have asked for since', async () => {
    const unitOfWork = await ledgerOf([intent('move', modify('s1'), sending)], [named])
    expect(belongsToAnotherOrder(unitOfWork, named, shown('s1', { tag: null, quantity: 130 }))).toBe(false)
  })

  it('is ours for good once a sight has confirmed it', async () => {
    const seenBefore = order('s1')
    const unitOfWork = await ledgerOf([], [seenBefore])
    expect(belongsToAnotherOrder(unitOfWork, seenBefore, shown('s1', { tag: 'other' }))).toBe(false)
  })

  it('shows as a limit order where a market order was asked for', async () => {
    const market = order('x1', { phase: 'pending', seenAt: null, kind: 'MARKET', price: rs(0), trigger: rs(0) })
    const unitOfWork = await ledgerOf([], [market])
    const limit = shown('x1', { tag: null, kind: 'LIMIT', price: rs(140), trigger: rs(0) })
    expect(belongsToAnotherOrder(unitOfWork, market, limit)).toBe(false)
  })
})

it.each([
  ['before the call was drawn up, so the answer names it by mistake', 1, 'in_doubt'],
  ['after that, so it may be the one', 0, 'accepted'],
])('an order without a tag that is like the one asked for was seen %s (I13)', async (_what, before, state) => {
  const call = intent('protect', place('SELL', STOP), sending, { createdAt: ago(500) })
  const unitOfWork = await ledgerOf([call])
  reconcileOrder(unitOfWork, shown('77', { tag: null }), ago(500 + before), ago(500 + before), LIMIT_MS)
  applyOrderAck(unitOfWork, call.id, { type: 'accepted', orderId: '77' }, NOW, LIMIT_MS)
  expect(unitOfWork.state.intent(call.id)?.outcome.state).toBe(state)
})

it.each([
  ['in the order they were sent', ['s1', 's2']],
  ['the other way round', ['s2', 's1']],
])('two answers that were exchanged are put right by the tags, shown %s', async (_how, ids) => {
  const [first, second] = [intent('protect', place('SELL'), sending), intent('exit', place('SELL'), sending)]
  const unitOfWork = await ledgerOf([first, second])
  applyOrderAck(unitOfWork, first.id, { type: 'accepted', orderId: 's2' }, NOW, LIMIT_MS)
  applyOrderAck(unitOfWork, second.id, { type: 'accepted', orderId: 's1' }, NOW, LIMIT_MS)
  const book = [shown('s1', { tag: tagOf(first) }), shown('s2', { tag: tagOf(second) })]
  const sights = ids.map((id) =>
    reconcileOrder(
      unitOfWork,
      book.find(({ orderId }) => orderId === id)!,
      NOW,
      NOW,
      LIMIT_MS,
    ),
  )
  expect(sights).toEqual(['ours', 'ours'])
  expect([first, second].map(({ id }) => unitOfWork.state.intent(id)?.outcome)).toMatchObject([
    { state: 'accepted', orderId: 's1' },
    { state: 'accepted', orderId: 's2' },
  ])
  expect(['s1', 's2'].map((id) => unitOfWork.state.order(id)?.intentId)).toEqual([first.id, second.id])
})

it('an acceptance that named another order is in doubt for as long as its request may be on its way', async () => {
  const call = intent('protect', place('SELL'), accepted('s1', 1_000))
  const unitOfWork = await ledgerOf([call], [order('s1', { intentId: call.id, phase: 'pending', seenAt: null })])
  expect(reconcileOrder(unitOfWork, shown('s1', { tag: 'other' }), NOW, NOW, LIMIT_MS)).toBe('foreign')
  expect(unitOfWork.state.intent(call.id)?.outcome).toMatchObject({
    state: 'in_doubt',
    since: NOW,
    notBefore: ago(-6_000),
  })
  expect(unitOfWork.state.order('s1')).toBeUndefined()
  expect(unitOfWork.state.view(OPEN.id).orders).toEqual([BOUGHT])
})

it('an answer with the id of an order that a book has shown as another’s proves nothing', async () => {
  const call = intent('protect', place('SELL'), sending)
  const unitOfWork = await ledgerOf([call])
  reconcileOrder(unitOfWork, shown('s1', { tag: null, quantity: 20 }), NOW, NOW, LIMIT_MS)
  applyOrderAck(unitOfWork, call.id, { type: 'accepted', orderId: 's1' }, NOW, LIMIT_MS)
  expect(unitOfWork.state.intent(call.id)?.outcome.state).toBe('in_doubt')
})

describe('rows of an order that was named by mistake', () => {
  const call = intent('protect', place('SELL', STOP), accepted('s1', 1_000))
  const mistaken = order('s1', { intentId: call.id, phase: 'rejected', seenAt: null, isForeign: true })

  it('are no order of the trade, and its acceptance is in doubt though its row was rejected', async () => {
    const unitOfWork = await ledgerOf([call], [mistaken])
    repairRows(unitOfWork, NOW, LIMIT_MS)
    expect(unitOfWork.state.view(OPEN.id).orders).toEqual([BOUGHT])
    expect(unitOfWork.state.intent(call.id)?.outcome.state).toBe('in_doubt')
  })

  it('are replaced once its tag shows it ours after all', async () => {
    const unitOfWork = await ledgerOf([call], [mistaken])
    repairRows(unitOfWork, NOW, LIMIT_MS)
    expect(reconcileOrder(unitOfWork, shown('s1', { tag: tagOf(call) }), NOW, NOW, LIMIT_MS)).toBe('ours')
    expect(unitOfWork.state.order('s1')).toMatchObject({ phase: 'armed', intentId: call.id })
    expect(unitOfWork.state.order('s1')?.isForeign).toBeUndefined()
  })

  it('are no order of the trade though the row that says so was rejected, once its intent has led to another', async () => {
    const mistakenRow = order('s1', { intentId: call.id, phase: 'pending', seenAt: null })
    const found = { ...call, outcome: accepted('s2', 1_000) }
    const unitOfWork = await ledgerOf([found], [mistakenRow, order('s2', { intentId: call.id })])
    repairRows(unitOfWork, NOW, LIMIT_MS)
    expect(unitOfWork.state.view(OPEN.id).orders.map(({ orderId }) => orderId)).toEqual([BOUGHT.orderId, 's2'])
    expect(unitOfWork.state.foreign('s1')).toBe('mistaken')
  })

  it('are kept where a book has shown them, whatever the answer named', async () => {
    const found = { ...call, outcome: accepted('s2', 1_000) }
    const orders = [order('s1', { intentId: call.id }), order('s2', { intentId: call.id })]
    const unitOfWork = await ledgerOf([found], orders)
    repairRows(unitOfWork, NOW, LIMIT_MS)
    expect(unitOfWork.state.view(OPEN.id).orders).toHaveLength(3)
  })
})
