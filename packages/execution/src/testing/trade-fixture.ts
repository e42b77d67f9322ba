import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { TradeAggregate, type TradeSnapshot } from '../trade/trade-aggregate.ts'
import { TEST_CONFIG } from './test-broker.ts'
import type { Call, Intent, IntentKind, Outcome } from '../intent/intent.ts'
import type { BrokerRejectionCode } from '../order/order-ack.ts'
import type { OrderRecord, OrderTerms } from '../order/order.ts'
import type { Fill } from '../trade/fill.ts'
import type { Plan, PlanEnv, Step } from '../plan/steps.ts'
import type { Trade } from '../trade/trade.ts'
import { UNBOUNDED } from '../trade/trade-instruction.ts'
import { ACCOUNT, CALL, DAY, rs } from './scenario.ts'

/** When every staged trade is checked. */
export const NOW = istInstant(DAY, 10, 30)
export const ago = (ms: number): EpochMs => (NOW - ms) as EpochMs
const LONG_AGO = ago(60_000)

export const ENTERING: Extract<Trade, { state: 'entering' }> = {
  state: 'entering',
  id: 't1',
  accountId: ACCOUNT,
  userId: ACCOUNT,
  mode: 'paper',
  on: DAY,
  decisionId: 'd1',
  direction: 'up',
  contract: CALL,
  product: 'MIS',
  lots: 1,
  quantity: 65,
  entrySettings: { slBuffer: rs(10), trailing: false, stopDistance: rs(30), firstMid: rs(150) },
  createdAt: LONG_AGO,
  manualExitQuantity: 0,
}

/** Bought at ₹150 a minute ago, with a stop at ₹120 that does not trail. */
export const OPEN: Extract<Trade, { state: 'open' }> = {
  ...ENTERING,
  state: 'open',
  enteredAt: LONG_AGO,
  entryPrice: rs(150),
  risk: rs(30),
  trigger: rs(120),
  bestBid: rs(150),
}

/** Reached its target ten seconds ago. */
export const EXITING: Extract<Trade, { state: 'exiting' }> = {
  ...OPEN,
  state: 'exiting',
  exitReason: 'target',
  exitSince: ago(10_000),
}

/** The entry: all of it filled. */
export const BOUGHT = order('b1', { side: 'BUY', phase: 'complete', kind: 'LIMIT', filled: 65, averagePrice: 15_000 })

/** One order of the trade, long acknowledged and seen a second ago: unless stated otherwise the stop, resting. */
export function order(orderId: string, change: Partial<OrderRecord> = {}): OrderRecord {
  return {
    accountId: ACCOUNT,
    tradeId: 't1',
    intentId: `i-${orderId}`,
    orderId,
    tag: `tag-${orderId}`,
    tradingsymbol: CALL.tradingsymbol,
    side: 'SELL',
    product: 'MIS',
    phase: 'armed',
    kind: 'SL',
    quantity: 65,
    price: rs(110),
    trigger: rs(120),
    filled: 0,
    averagePrice: 0,
    updatedAt: LONG_AGO,
    message: null,
    acknowledgedAt: LONG_AGO,
    seenAt: ago(1_000),
    modifies: 0,
    ...change,
  }
}

let made = 0

/** One call of the trade, drawn up when its outcome came. */
export function intent(kind: IntentKind, call: Call, outcome: Outcome, change: Partial<Intent> = {}): Intent {
  const createdAt = 'at' in outcome ? outcome.at : 'since' in outcome ? outcome.since : ago(100)
  made += 1
  return {
    id: `i${made}`,
    accountId: ACCOUNT,
    tradeId: 't1',
    kind,
    attempt: 1,
    call,
    reason: 'staged',
    on: DAY,
    createdAt,
    epoch: 1,
    deadline: (createdAt + TEST_CONFIG.claimMs) as EpochMs,
    outcome,
    ...change,
  }
}

export const sending: Outcome = { state: 'sending' }
export const accepted = (orderId: string, agoMs: number): Outcome => ({ state: 'accepted', at: ago(agoMs), orderId })
export const refused = (code: BrokerRejectionCode, agoMs: number): Extract<Outcome, { state: 'refused' }> => ({
  state: 'refused',
  at: ago(agoMs),
  code,
  text: code,
})
export const inDoubt = (agoMs: number): Outcome => ({
  state: 'in_doubt',
  since: ago(agoMs),
  notBefore: ago(agoMs),
  why: 'no answer',
})

export const STOP: OrderTerms = { kind: 'SL', quantity: 65, trigger: rs(120), price: rs(110) }

/** A call that places an order of the trade. */
export function place(side: OrderSide, terms: OrderTerms = STOP): Call {
  return {
    type: 'place',
    order: { tag: `tag${made}`, tradingsymbol: CALL.tradingsymbol, side, product: 'MIS', terms },
  }
}

export const modify = (orderId: string, terms: OrderTerms = STOP): Call => ({ type: 'modify', orderId, terms })
export const cancel = (orderId: string): Call => ({ type: 'cancel', orderId })

export interface Fixture {
  readonly trade: Trade
  readonly intents?: readonly Intent[]
  readonly orders?: readonly OrderRecord[]
  readonly fills?: readonly Fill[]
}

/** The trade with all that belongs to it, as the account's memory has it. */
export function viewOf({ trade, intents = [], orders = [], fills = [] }: Fixture): TradeSnapshot {
  const book = new TradeAggregate(trade)
  for (const one of intents) book.putIntent(one)
  for (const one of orders) book.putOrder(one)
  for (const one of fills) book.addFill(one)
  return book.view
}

/** A fill of `order` for all that it has filled. */
export function fillOf({ orderId, side, filled }: OrderRecord, price: Paise): Fill {
  return {
    fillId: `f-${orderId}`,
    orderId,
    tradingsymbol: CALL.tradingsymbol,
    side,
    product: 'MIS',
    quantity: filled,
    price,
    at: LONG_AGO,
    accountId: ACCOUNT,
    tradeId: 't1',
    isManual: false,
  }
}

/** A bid of `rupees`, received now. */
export function bidOf(rupees: number): PlanEnv['quote'] {
  return { bid: rs(rupees), ask: rs(rupees + 0.2), last: rs(rupees), askQuantity: 1_000, receivedAt: NOW }
}

/** In session, ₹150 bid, the book read a second ago, and nothing speaks for leaving. */
export function envOf(change: Partial<PlanEnv> = {}): PlanEnv {
  return {
    now: NOW,
    config: TEST_CONFIG,
    session: TEST_CONFIG.calendar.sessionOn(DAY),
    quote: bidOf(150),
    hasNoBid: false,
    bounds: UNBOUNDED,
    exit: undefined,
    exitAt: undefined,
    isTimeDisputed: false,
    snapshotsReadAt: ago(1_000),
    snapshotsRequestedSince: ago(3_000),
    bidBelowStopLimitSince: undefined,
    unconfirmedBid: undefined,
    position: undefined,
    requiredSight: undefined,
    isSoldByOwnOrders: false,
    isStoreLate: false,
    saleWaitsUntil: undefined,
    ...change,
  }
}

/** A plan as text, a step each and then when to look again: `place SELL SL 65 @ 120/110`, `cancel b2 (extra)`, `in 3000`. */
export function notified({ steps, wakeAt }: Plan): string[] {
  return [...steps.map(stepText), ...(wakeAt === undefined ? [] : [`in ${wakeAt - NOW}`])]
}

function stepText(step: Step): string {
  switch (step.type) {
    case 'become':
      return `become ${eventText(step.event)}`
    case 'call': {
      const { call } = step
      if (call.type === 'cancel') return `cancel ${call.orderId} (${step.reason})`
      const what = call.type === 'place' ? `place ${call.side}` : `modify ${call.orderId}`
      const event = step.event === undefined ? '' : `, ${eventText(step.event)}`
      return `${what} ${termsText(call.terms)} (${step.reason})${event}`
    }
    case 'read':
      return `read ${step.what}`
    case 'read_history':
      return `read history of ${step.orderId}`
    case 'alarm':
      return `alarm ${reasonOf(step.alarm.code)}`
    case 'enter_again':
      return 'enter again'
  }
}

function eventText(event: Extract<Step, { type: 'become' }>['event']): string {
  switch (event.type) {
    case 'filled':
      return `filled @ ${event.entryPrice / 100}, stop ${event.trigger / 100}`
    case 'given_up':
      return `abandoned: ${event.why}`
    case 'tightened':
      return `tightened to ${event.trigger / 100}, best ${event.bestBid / 100}`
    case 'target_lowered':
      return `target lowered to ${event.target / 100}`
    case 'reduced':
      return `reduced by ${event.units}`
    case 'exit_wanted':
      return `exiting: ${event.reason}`
    case 'manual_exit':
      return `sold manually ${event.units}`
    case 'converted':
      return `converted ${event.units}`
    case 'flat':
      return `flat ${event.traded}`
    case 'covered':
      return `covered ${event.cover.units}`
    case 'recounted':
      return `recounted ${event.result.net}`
  }
}

function termsText(terms: OrderTerms): string {
  switch (terms.kind) {
    case 'SL':
      return `SL ${terms.quantity} @ ${terms.trigger / 100}/${terms.price / 100}`
    case 'LIMIT':
      return `LIMIT ${terms.quantity} @ ${terms.price / 100}`
    case 'MARKET':
      return `MARKET ${terms.quantity}`
  }
}
