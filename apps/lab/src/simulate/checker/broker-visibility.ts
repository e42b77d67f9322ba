import type { FaultKind } from '../chance/faults.ts'
import type { Holding, OrderLife } from './exchange-orders.ts'
import { isHit } from './book-and-store-times.ts'
import type { CheckerContext } from './checker-context.ts'
import { isShown, rowOf } from './order-confirmation.ts'

/** These keep the one order they struck out of the book, or show it as it was. */
const OF_ORDER: readonly FaultKind[] = ['taken_unseen', 'sale_unseen', 'orders_hidden', 'stuck']
/** These make the whole book old, or cut its end off. */
const OF_BOOK: readonly FaultKind[] = ['book_stale', 'book_cut']

/** Whether all that was bought in a contract was bought without any process being able to know: no answer, not in the book. */
export function isInvisibleAtBroker(context: CheckerContext, holding: Holding, now: number): boolean {
  for (const order of context.exchangeOrders.ordersOf(holding)) {
    if (!order.isProductOrder || order.side !== 'BUY' || order.filled === 0) continue
    if (!isTakenUnseen(context, order, now)) return false
  }
  return true
}

/** Whether the exchange took an order of ours without any process being able to know: no answer, not in the book. */
export function isTakenUnseen(context: CheckerContext, order: OrderLife, now: number): boolean {
  const call = context.callLog.of(order.account).find(({ tag }) => tag === order.tag)
  if (call?.answer?.type === 'accepted' || rowOf(context, order.account, order.orderId) !== undefined) return false
  return now < shownBy(context, order, order.takenAt)
}

/** Whether no book may show the last sale in a contract yet: then it cannot be known how its trade ended. */
export function isSaleInvisibleAtBroker(context: CheckerContext, holding: Holding, now: number): boolean {
  for (const order of context.exchangeOrders.ordersOf(holding)) {
    if (!order.isProductOrder || order.side !== 'SELL' || order.filled === 0 || isShown(context, order)) continue
    if (now < shownBy(context, order, order.endedAt ?? holding.filledAt)) return true
  }
  return false
}

/**
 * Until when every book shows an order as it was at `at`, for it is stuck there, or does not show it; `at`: neither was so then.
 */
export function shownAsItWasUntil(context: CheckerContext, order: OrderLife, at: number): number {
  return context.activeFaults.lastingUntil(
    order.account,
    at,
    (kind, struckAt) => (kind === 'stuck' || kind === 'orders_hidden') && isItsOwn(context, order, struckAt),
  )
}

/** By when a book shows what became of an order at `at`. */
function shownBy(context: CheckerContext, order: OrderLife, at: number): number {
  return context.activeFaults.lastingUntil(
    order.account,
    at,
    (kind, struckAt) => OF_BOOK.includes(kind) || (OF_ORDER.includes(kind) && isItsOwn(context, order, struckAt)),
  )
}

/** Whether what struck at `at` can have struck a call about this order. */
function isItsOwn({ callLog }: CheckerContext, { account, orderId, tag }: OrderLife, at: number): boolean {
  return isHit(callLog.of(account), at, (call) => call.tag === tag || call.orderId === orderId)
}
