import { beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '../intent/intent.ts'
import type { OrderAck } from '../order/order-ack.ts'
import type { BrokerOrder, OrderRecord } from '../order/order.ts'
import { rs } from '../testing/scenario.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import {
  ago,
  accepted,
  BOUGHT,
  cancel,
  inDoubt,
  intent,
  modify,
  NOW,
  OPEN,
  order,
  place,
  refused,
  sending,
} from '../testing/trade-fixture.ts'
import { applyOrderAck, reconcileOrder, adoptUnresolvedIntents } from './reconcile-order.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'

const LIMIT_MS = 7_000

let account: StagedAccount
beforeEach(() => {
  account = new StagedAccount()
})

const ledgerOf = (intents: Intent[] = [], orders: OrderRecord[] = [BOUGHT]) =>
  account.unitOfWork(...changesOf({ trades: [OPEN], intents, orders }))
const stateOf = (unitOfWork: AccountUnitOfWork, { id }: Intent) => unitOfWork.state.intent(id)?.outcome

describe('the answer to a call', () => {
  const yes: OrderAck = { type: 'accepted', orderId: 's1' }
  const no: OrderAck = { type: 'refused', code: 'funds', text: 'no' }
  const unclear: OrderAck = { type: 'in_doubt', why: 'no answer' }

  it.each<[what: string, of: Intent['outcome'], answer: OrderAck, state: string]>([
    ['shows it was taken', sending, yes, 'accepted'],
    ['shows it was refused', sending, no, 'refused'],
    ['shows nothing', sending, unclear, 'in_doubt'],
    ['comes after the book has shown the order', accepted('s1', 10), unclear, 'accepted'],
    ['refuses what the book has shown', accepted('s1', 10), no, 'accepted'],
    ['settles a doubt', inDoubt(10), yes, 'accepted'],
  ])('%s', async (_what, outcome, answer, state) => {
    const call = intent('protect', place('SELL'), outcome)
    const unitOfWork = await ledgerOf([call])
    applyOrderAck(unitOfWork, call.id, answer, NOW, LIMIT_MS)
    expect(stateOf(unitOfWork, call)?.state).toBe(state)
  })

  it('begins an order with what it asked for', async () => {
    const call = intent('protect', place('SELL'), sending)
    const unitOfWork = await ledgerOf([call])
    applyOrderAck(unitOfWork, call.id, yes, NOW, LIMIT_MS)
    expect(unitOfWork.state.order('s1')).toMatchObject({
      phase: 'pending',
      kind: 'SL',
      price: rs(110),
      trigger: rs(120),
      seenAt: null,
    })
  })

  it('begins a limit order without a trigger, and a market order without a price', async () => {
    const limit = intent(
      'exit',
      place('SELL', { kind: 'LIMIT', quantity: 65, price: rs(99), validity: 'DAY' }),
      sending,
    )
    const market = intent('exit', place('SELL', { kind: 'MARKET', quantity: 65 }), sending)
    const unitOfWork = await ledgerOf([limit, market])
    applyOrderAck(unitOfWork, limit.id, yes, NOW, LIMIT_MS)
    applyOrderAck(unitOfWork, market.id, { type: 'accepted', orderId: 's2' }, NOW, LIMIT_MS)
    expect(unitOfWork.state.order('s1')).toMatchObject({ kind: 'LIMIT', price: rs(99), trigger: 0 })
    expect(unitOfWork.state.order('s2')).toMatchObject({ kind: 'MARKET', price: 0, trigger: 0 })
  })

  it('that names an order we know leaves it as it is', async () => {
    const known = order('s1', { filled: 30 })
    const call = intent('protect', place('SELL'), sending)
    const unitOfWork = await ledgerOf([call], [BOUGHT, known])
    applyOrderAck(unitOfWork, call.id, yes, NOW, LIMIT_MS)
    expect(unitOfWork.state.order('s1')).toEqual(known)
  })

  it('to a change of an order that is not known makes none', async () => {
    const call = intent('move', modify('s9'), sending)
    const unitOfWork = await ledgerOf([call])
    applyOrderAck(unitOfWork, call.id, yes, NOW, LIMIT_MS)
    expect(stateOf(unitOfWork, call)?.state).toBe('accepted')
    expect(unitOfWork.state.order('s9')).toBeUndefined()
  })

  it.each<[answer: OrderAck, modifies: number]>([
    [yes, 1],
    [unclear, 1],
    [no, 0],
  ])(
    'counts towards the changes of an order as far as the broker may have counted it: %j',
    async (answer, modifies) => {
      const call = intent('move', modify('s1'), sending)
      const other = intent('cancel', cancel('s1'), sending)
      const unitOfWork = await ledgerOf([call, other], [BOUGHT, order('s1')])
      applyOrderAck(unitOfWork, other.id, answer, NOW, LIMIT_MS)
      applyOrderAck(unitOfWork, call.id, answer, NOW, LIMIT_MS)
      expect(unitOfWork.state.order('s1')).toMatchObject({ modifies })
    },
  )

  it('to an unknown call is nothing', async () => {
    const unitOfWork = await ledgerOf()
    applyOrderAck(unitOfWork, 'i-none', yes, NOW, LIMIT_MS)
    expect(unitOfWork.isDirty).toBe(false)
  })
})

describe('what an executor that died left half-sent', () => {
  it.each<[what: string, call: Intent, inFlight: boolean, outcome: Partial<Intent['outcome']>]>([
    [
      'is in doubt until its time to leave and to be answered is over',
      intent('protect', place('SELL'), sending, { deadline: (NOW + 500) as EpochMs }),
      false,
      { state: 'in_doubt', notBefore: (NOW + 7_500) as EpochMs },
    ],
    [
      'is in doubt from now when that is over',
      intent('protect', place('SELL'), sending, { deadline: ago(60_000) }),
      false,
      { state: 'in_doubt', notBefore: NOW },
    ],
    ['is our own when our call is still out', intent('protect', place('SELL'), sending), true, { state: 'sending' }],
    ['stays the doubt it was', intent('protect', place('SELL'), inDoubt(9_000)), false, { since: ago(9_000) }],
    [
      'is nothing when it was answered',
      intent('protect', place('SELL'), refused('funds', 9)),
      false,
      { state: 'refused' },
    ],
  ])('%s', async (_what, call, inFlight, outcome) => {
    const unitOfWork = await ledgerOf([call])
    adoptUnresolvedIntents(unitOfWork, new Set(inFlight ? [call.id] : []), NOW, 7_000)
    expect(stateOf(unitOfWork, call)).toMatchObject(outcome)
  })
})

it.each<[what: string, call: Intent, inFlight: boolean, modifies: number]>([
  ['what a predecessor may have sent', intent('move', modify('s1'), sending), false, 1],
  ['nothing of what is still out', intent('move', modify('s1'), sending), true, 0],
  ['nothing twice of what was in doubt', intent('move', modify('s1'), inDoubt(9_000)), false, 0],
])('counts towards the changes of an order at the start of a process: %s', async (_what, call, inFlight, modifies) => {
  const unitOfWork = await ledgerOf([call], [BOUGHT, order('s1')])
  adoptUnresolvedIntents(unitOfWork, new Set(inFlight ? [call.id] : []), NOW, 7_000)
  expect(unitOfWork.state.order('s1')).toMatchObject({ modifies })
})

const RAISED = { kind: 'SL', quantity: 65, trigger: rs(130), price: rs(125) } as const
const SHOWN_RAISED = { trigger: RAISED.trigger, price: RAISED.price }

describe('an order as the broker shows it', () => {
  const call = intent('protect', place('SELL'), inDoubt(1_000))
  const tag = call.call.type === 'place' ? call.call.order.tag : null
  /** The stop as the book shows it: without what only we know of it. */
  const seenNow = (change: Partial<BrokerOrder> = {}): BrokerOrder => {
    const {
      accountId: _a,
      tradeId: _t,
      intentId: _i,
      acknowledgedAt: _k,
      seenAt: _s,
      modifies: _m,
      ...shown
    } = order('s1')
    return { ...shown, ...change }
  }
  const tagged = (change: Partial<BrokerOrder> = {}) => seenNow({ tag, ...change })

  it('is adopted by its tag', async () => {
    const unitOfWork = await ledgerOf([call])
    expect(reconcileOrder(unitOfWork, tagged(), NOW, NOW, LIMIT_MS)).toBe('ours')
    expect(stateOf(unitOfWork, call)?.state).toBe('accepted')
    expect(unitOfWork.state.order('s1')).toMatchObject({ phase: 'armed', intentId: call.id })
  })

  it.each<[what: string, change: Partial<BrokerOrder>]>([
    ['contract', { tradingsymbol: 'NIFTY26D0124100CE' }],
    ['side', { side: 'BUY' }],
    ['product', { product: 'NRML' }],
  ])('with our tag and another %s than was asked for is not ours', async (_what, change) => {
    const unitOfWork = await ledgerOf([call])
    expect(reconcileOrder(unitOfWork, tagged(change), NOW, NOW, LIMIT_MS)).toBe('contradicts')
    expect(unitOfWork.state.order('s1')).toBeUndefined()
    expect(stateOf(unitOfWork, call)?.state).toBe('in_doubt')
  })

  it.each<[what: string, change: Partial<BrokerOrder>]>([
    ['contract', { tradingsymbol: 'NIFTY26D0124100CE' }],
    ['side', { side: 'BUY' }],
  ])('with the number of ours and another %s is not believed', async (_what, change) => {
    const unitOfWork = await ledgerOf([], [BOUGHT, order('s1')])
    expect(reconcileOrder(unitOfWork, seenNow({ ...change, filled: 65 }), NOW, NOW, LIMIT_MS)).toBe('contradicts')
    expect(unitOfWork.state.order('s1')).toEqual(order('s1'))
  })

  it('is a second one when its request has an order already', async () => {
    const done = { ...call, outcome: accepted('s0', 500) }
    const unitOfWork = await ledgerOf([done], [BOUGHT, order('s0')])
    expect(reconcileOrder(unitOfWork, tagged(), NOW, NOW, LIMIT_MS)).toBe('second_order')
    expect(unitOfWork.state.order('s1')).toMatchObject({ phase: 'armed' })
  })

  it.each([null, 'scalper'])('with the tag %j is another party’s', async (other) => {
    const unitOfWork = await ledgerOf([call])
    expect(reconcileOrder(unitOfWork, seenNow({ tag: other }), NOW, NOW, LIMIT_MS)).toBe('foreign')
    expect(unitOfWork.isDirty).toBe(false)
  })

  it.each<[what: string, change: Partial<BrokerOrder>]>([
    ['phase', { phase: 'open' }],
    ['filled', { filled: 5 }],
    ['averagePrice', { averagePrice: 11_000 }],
    ['kind', { kind: 'LIMIT' }],
    ['quantity', { quantity: 130 }],
    ['price', { price: rs(111) }],
    ['trigger', { trigger: rs(121) }],
    ['message', { message: 'outside the band' }],
  ])('is stored when its %s has changed', async (_what, change) => {
    const unitOfWork = await ledgerOf([], [BOUGHT, order('s1')])
    expect(reconcileOrder(unitOfWork, seenNow(change), NOW, NOW, LIMIT_MS)).toBe('ours')
    expect(await account.written(unitOfWork)).toMatchObject([{ type: 'order', order: { ...change, seenAt: NOW } }])
  })

  it('is not stored when only the time of observation is new, and older news never', async () => {
    const unitOfWork = await ledgerOf([], [BOUGHT, order('s1', { filled: 5 })])
    reconcileOrder(unitOfWork, seenNow({ filled: 5 }), NOW, NOW, LIMIT_MS)
    reconcileOrder(unitOfWork, seenNow({ filled: 5 }), ago(10), NOW, LIMIT_MS)
    reconcileOrder(unitOfWork, seenNow({ filled: 4 }), ago(20), NOW, LIMIT_MS)
    expect(unitOfWork.isDirty).toBe(false)
    expect(unitOfWork.state.order('s1')).toMatchObject({ filled: 5, seenAt: NOW })
  })

  it.each([
    [ago(500), ago(500)],
    [null, order('s1').updatedAt],
  ])('keeps the exchange’s last word on it: %j', async (updatedAt, expected) => {
    const unitOfWork = await ledgerOf([], [BOUGHT, order('s1')])
    reconcileOrder(unitOfWork, seenNow({ updatedAt }), NOW, NOW, LIMIT_MS)
    expect(unitOfWork.state.order('s1')).toMatchObject({ updatedAt: expected })
  })

  it.each<
    [what: string, intents: Intent[], known: Partial<OrderRecord>, shown: Partial<BrokerOrder>, modifies: number]
  >([
    ['a trigger that its owner gave it', [], {}, { trigger: rs(100), price: rs(99) }, 1],
    ['a trigger that we asked for', [intent('move', modify('s1', RAISED), accepted('s1', 100))], {}, SHOWN_RAISED, 0],
    ['a trigger that we may have asked for', [intent('move', modify('s1', RAISED), inDoubt(100))], {}, SHOWN_RAISED, 0],
    [
      'a trigger that we were refused',
      [intent('move', modify('s1', RAISED), refused('other', 100))],
      {},
      SHOWN_RAISED,
      1,
    ],
    [
      'a trigger that we asked for of another order',
      [intent('move', modify('s0', RAISED), accepted('s0', 100))],
      {},
      SHOWN_RAISED,
      1,
    ],
    ['what we placed, for the first time', [], { seenAt: null }, SHOWN_RAISED, 0],
    ['an end', [], {}, { ...SHOWN_RAISED, phase: 'cancelled' }, 0],
    ['nothing new', [], {}, { phase: 'open' }, 0],
  ])('counts towards its changes when it shows %s', async (_what, intents, known, shown, modifies) => {
    const unitOfWork = await ledgerOf(intents, [BOUGHT, order('s1', known)])
    reconcileOrder(unitOfWork, seenNow(shown), NOW, NOW, LIMIT_MS)
    expect(unitOfWork.state.order('s1')).toMatchObject({ ...shown, modifies })
  })

  it('is seen for the first time', async () => {
    const unitOfWork = await ledgerOf([], [BOUGHT, order('s1', { seenAt: null })])
    reconcileOrder(unitOfWork, seenNow(), NOW, NOW, LIMIT_MS)
    expect(unitOfWork.state.order('s1')).toMatchObject({ seenAt: NOW })
  })
})
