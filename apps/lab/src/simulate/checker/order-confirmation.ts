import { isTerminal, type OrderRecord } from '@strikewise/execution/order/order.ts'
import type { OrderLife } from './exchange-orders.ts'
import type { CheckerContext } from './checker-context.ts'

/**
 * An order as the store's newest row has it; undefined: none does. Broker order ids are unique within a day. A row that was
 * written because the broker answered another call with this id reports nothing about the order.
 */
export function rowOf(
  { observations }: Pick<CheckerContext, 'observations'>,
  account: string,
  orderId: string,
): OrderRecord | undefined {
  const order = observations.store.account(account).orders.get(`${observations.shape.day}/${orderId}`)?.order
  return order?.isForeign === true ? undefined : order
}

/** Whether the rows show of an order of ours what the exchange shows: what has filled of it, and whether it is over. */
export function isShown(
  context: Pick<CheckerContext, 'observations'>,
  { account, orderId, filled, endedAt }: OrderLife,
): boolean {
  const known = rowOf(context, account, orderId)
  if (known === undefined || known.filled < filled) return false
  return (endedAt !== null) === isTerminal(known.phase)
}

/** Whether the rows show besides that it has got to the exchange, and that no cancel of it is under way. */
export function isConfirmed(context: Pick<CheckerContext, 'observations'>, order: OrderLife): boolean {
  const phase = rowOf(context, order.account, order.orderId)?.phase
  return isShown(context, order) && phase !== 'pending' && phase !== 'cancelling'
}

/** Whether the rows do not take for one on its way, or for a stop that waits, what the exchange has at work. */
export function isPlaced(context: Pick<CheckerContext, 'observations'>, order: OrderLife): boolean {
  const phase = rowOf(context, order.account, order.orderId)?.phase
  return order.resting !== 'working' || (phase !== 'pending' && phase !== 'armed')
}
