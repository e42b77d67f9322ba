import type { Holding, OrderLife } from './exchange-orders.ts'
import { isOutstanding } from './call-log.ts'
import type { CheckerContext } from './checker-context.ts'
import { isConfirmed } from './order-confirmation.ts'

/** An order that was accepted, or is being changed or cancelled, counts so long without a word of the exchange. */
const CONFIRM_MS = 2_000
type Evidenced = Pick<CheckerContext, 'callLog' | 'observations'>

/** Whether the program could not rely on an order of ours at that time: the exchange owed a word on it, or no row has it yet. */
export function isUnconfirmed(context: Evidenced, order: OrderLife, now: number): boolean {
  const isAsked = context.callLog
    .of(order.account)
    .some((call) => call.orderId === order.orderId && call.leftAt + CONFIRM_MS < now && isOutstanding(call))
  if (isAsked) return true
  if (order.unconfirmedMs > CONFIRM_MS) return true
  if (order.unconfirmedSince !== null && now > order.unconfirmedSince + CONFIRM_MS) return true
  return !isConfirmed(context, order)
}

/** Whether a sale of ours in this contract could not be relied on: then another may have left beside it. */
export function hadUnconfirmedSale(
  context: Evidenced & Pick<CheckerContext, 'exchangeOrders'>,
  holding: Holding,
  now: number,
): boolean {
  for (const order of context.exchangeOrders.ordersOf(holding))
    if (order.isProductOrder && order.side === 'SELL' && isUnconfirmed(context, order, now)) return true
  return false
}
