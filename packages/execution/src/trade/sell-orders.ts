// @invariant never-oversell The core never sells more than the account holds, except beside an order the broker
//   does not confirm; none of its orders outlives its trade.
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { TradeSnapshot } from './trade-aggregate.ts'
import type { ExecutionConfig } from '../config.ts'
import { isUnresolved, targetOf, type Intent } from '../intent/intent.ts'
import { isTerminal, type OrderRecord, type OrderTerms } from '../order/order.ts'

/**
 * Our sell orders that may still work at the exchange, the one to keep first: what we have not asked to be cancelled
 * (an old book shows that at work for a while, also while the broker refuses the next cancel as it works on the first), then what has filled most, then what the book has shown to work (one that is only
 * accepted may have been rejected since), then the oldest.
 */
export function liveSells(view: TradeSnapshot): OrderRecord[] {
  const live = view.orders.filter((order) => order.side === 'SELL' && !isTerminal(order.phase))
  if (live.length < 2) return live
  return live.toSorted(
    (a, b) =>
      isGoing(view, a) - isGoing(view, b) ||
      b.filled - a.filled ||
      notYetShown(a) - notYetShown(b) ||
      a.acknowledgedAt - b.acknowledgedAt,
  )
}

/** 1 for an order that is being cancelled, or was asked to be, else 0. */
function isGoing(view: TradeSnapshot, { orderId, phase }: OrderRecord): number {
  return Number(phase === 'cancelling' || changesOf(view, orderId).some(hasAskedToCancel))
}

/** Whether a cancel has left, or may have. */
function hasAskedToCancel({ call, outcome }: Intent): boolean {
  return call.type === 'cancel' && !(outcome.state === 'refused' && outcome.code === 'not_sent')
}

/** 1 for an order that was accepted and has not been seen at the exchange, else 0. */
function notYetShown({ phase }: OrderRecord): number {
  return phase === 'pending' ? 1 : 0
}

/** The newest sell order of the trade, live or not. */
export function lastSell(view: TradeSnapshot): OrderRecord | undefined {
  let last: OrderRecord | undefined
  for (const order of view.orders)
    if (order.side === 'SELL' && (last === undefined || order.acknowledgedAt >= last.acknowledgedAt)) last = order
  return last
}

/** Sell orders that were sent and whose fate is unknown, newest last. */
export function unresolvedSells(view: TradeSnapshot): Intent[] {
  return view.intents.filter(
    (intent) => isUnresolved(intent) && intent.call.type === 'place' && intent.call.order.side === 'SELL',
  )
}

/** All changes asked of one order, oldest first. */
export function changesOf(view: TradeSnapshot, orderId: string): Intent[] {
  return view.intents.filter((intent) => targetOf(intent.call) === orderId)
}

/**
 * What the order asks for as far as is known: the terms of an accepted modify until a reading taken `bookLagMs` after
 * it shows the order, then what the book shows. A protected market order shows as a plain limit order.
 */
export function believedTerms(view: TradeSnapshot, order: OrderRecord, config: ExecutionConfig): OrderTerms {
  const change = changesOf(view, order.orderId).findLast(
    (intent) => intent.call.type === 'modify' && intent.outcome.state === 'accepted',
  )
  if (change?.call.type === 'modify' && change.outcome.state === 'accepted') {
    const isShown = order.seenAt !== null && order.seenAt >= change.outcome.at + config.snapshotLagMs
    if (!isShown && !isRaisedSince(order, change.call.terms)) return change.call.terms
  }
  if (order.kind === 'SL') return { kind: 'SL', quantity: order.quantity, price: order.price, trigger: order.trigger }
  return { kind: 'LIMIT', quantity: order.quantity, price: order.price, validity: 'DAY' }
}

/**
 * The highest limit that a resting stop may have: the one it is believed to have, or that of a raise whose fate is unknown.
 * For the question of whether a price has left it.
 */
export function highestLimit(view: TradeSnapshot, stop: OrderRecord, config: ExecutionConfig): Paise {
  const believed = believedTerms(view, stop, config)
  let limit = believed.kind === 'SL' ? believed.price : stop.price
  for (const { call, outcome } of changesOf(view, stop.orderId)) {
    const isDoubted = outcome.state === 'sending' || outcome.state === 'in_doubt'
    if (isDoubted && call.type === 'modify' && call.terms.kind === 'SL' && call.terms.price > limit)
      limit = call.terms.price
  }
  return limit
}

/** A stop is only ever moved up, so one that stands higher than was asked was raised by its owner: no old book shows that. */
function isRaisedSince(order: OrderRecord, terms: OrderTerms): boolean {
  return order.kind === 'SL' && terms.kind === 'SL' && order.trigger > terms.trigger
}

/** Whether a reading has shown the order since the answer to `intent`. */
export function seenSince(order: OrderRecord, intent: Intent): boolean {
  return 'at' in intent.outcome && order.seenAt !== null && order.seenAt >= intent.outcome.at
}

/** Whether a cancel of this order is under way: unanswered, or accepted and not carried out yet. */
export function cancelUnderWay(order: OrderRecord, last: Intent | undefined): boolean {
  if (order.phase === 'cancelling') return true
  return last?.call.type === 'cancel' && (isUnresolved(last) || last.outcome.state === 'accepted')
}
