import type { FaultKind } from '../chance/faults.ts'
import type { CallRecord } from '../model-broker.ts'
import { CONTRACTS } from '../session/contracts.ts'
import type { OrderLife } from './books.ts'
import type { Parts } from './parts.ts'

/** I1: a stop never falls. Whoever lowers it by hand has it put back. */
export function checkStopRises(parts: Parts, call: CallRecord): void {
  const { books, findings } = parts
  if (call.kind !== 'modify' || call.terms?.kind !== 'SL') return
  const order = books.orders.get(call.orderId!)
  if (order === undefined || order.resting !== 'armed' || order.pending !== null || order.orderType !== 'SL') return
  const tick = CONTRACTS.find(({ tradingsymbol }) => tradingsymbol === order.tradingsymbol)!.tickSize
  if (call.terms.trigger > order.triggerPrice - tick) return
  if (isRaisedUnseen(parts, call, order)) return
  const text = `the stop ${order.tag} is lowered from ${order.triggerPrice} to ${call.terms.trigger}`
  findings.add('I1', call.account, `${order.orderId} ${call.leftAt}`, text)
}

/**
 * Whether the user raised the stop by hand while the broker showed the order neither in its book nor by updates: where the
 * stop stood could not be known, and what the program asked for was a rise from the last trigger it was shown.
 */
function isRaisedUnseen(
  { called, troubles }: Parts,
  { account, orderId, leftAt }: CallRecord,
  order: OrderLife,
): boolean {
  const isOurs = called
    .of(account)
    .some(
      ({ tag, orderId: of, terms }) =>
        (of === orderId || (tag !== null && tag === order.tag)) &&
        terms?.kind === 'SL' &&
        terms.trigger === order.triggerPrice,
    )
  if (isOurs) return false
  const isHidden = (kind: FaultKind) => kind === 'orders_hidden'
  // No time of its own: only while the order stays hidden.
  return troubles.excusedUntil(account, order.steppedAt, 0, leftAt, { counts: isHidden }) >= leftAt
}
