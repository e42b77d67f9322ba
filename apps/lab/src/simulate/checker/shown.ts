import { isTerminal } from '@strikewise/execution/order/order.ts'
import type { OrderLife } from './books.ts'
import type { Parts } from './parts.ts'

/** Whether the rows say of an order of ours what the exchange says: what has filled of it, and whether it is over. */
export function isShown(
  { evidence }: Pick<Parts, 'evidence'>,
  { account, orderId, filled, endedAt }: OrderLife,
): boolean {
  const known = evidence.store.account(account).orders.get(orderId)?.order
  if (known === undefined || known.filled < filled) return false
  return (endedAt !== null) === isTerminal(known.phase)
}

/** Whether the rows say besides that it has got to the exchange, and that nobody is cancelling it. */
export function isConfirmed(parts: Pick<Parts, 'evidence'>, order: OrderLife): boolean {
  const phase = parts.evidence.store.account(order.account).orders.get(order.orderId)?.order.phase
  return isShown(parts, order) && phase !== 'pending' && phase !== 'cancelling'
}
