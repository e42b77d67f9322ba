// @invariant I1
import type { CallRecord } from '../environment/broker-records.ts'
import { CONTRACTS } from '../session/contracts.ts'
import type { OrderLife } from './exchange-orders.ts'
import type { CheckerContext } from './checker-context.ts'
import { rowOf } from './order-confirmation.ts'
import { shownAsItWasUntil } from './broker-visibility.ts'

/** I1: a stop never falls. One the user lowers is raised again. */
export function checkStopRises(context: CheckerContext, call: CallRecord): void {
  const { exchangeOrders, findings } = context
  if (call.kind !== 'modify' || call.terms?.kind !== 'SL') return
  const order = exchangeOrders.orders.get(call.orderId!)
  if (order === undefined || order.resting !== 'armed' || order.pending !== null || order.orderType !== 'SL') return
  const tick = CONTRACTS.find(({ tradingsymbol }) => tradingsymbol === order.tradingsymbol)!.tickSize
  if (call.terms.trigger > order.triggerPrice - tick) return
  if (isRaisedUnseen(context, call, order)) return
  const text = `the stop ${order.tag} is lowered from ${order.triggerPrice} to ${call.terms.trigger}`
  findings.add('I1', call.account, `${order.orderId} ${call.leftAt}`, text)
}

/** A stop that was seen so lately is moved by what it was then. */
const SEEN_WITHIN_MS = 3_500

/**
 * Whether another party raised the stop a moment ago, or while the broker's books show the order as it was or do not show it, and no
 * row shows it yet: what the program asked for was a rise from the last trigger that it had seen.
 */
function isRaisedUnseen(context: CheckerContext, { account, leftAt, terms }: CallRecord, order: OrderLife): boolean {
  const { orderId, triggerPrice, raisedAt } = order
  if (leftAt > Math.max(raisedAt + SEEN_WITHIN_MS, shownAsItWasUntil(context, order, raisedAt))) return false
  const known = rowOf(context, account, orderId)
  return terms?.kind === 'SL' && (known === undefined || known.trigger < triggerPrice)
}
