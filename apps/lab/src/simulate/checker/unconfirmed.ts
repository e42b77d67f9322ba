import type { Holding, OrderLife } from './books.ts'
import { isOut } from './called.ts'
import type { Parts } from './parts.ts'
import { isConfirmed } from './shown.ts'

/** An order that was accepted, or is being changed or cancelled, counts so long without a word of the exchange. */
const CONFIRM_MS = 2_000
type Evidenced = Pick<Parts, 'called' | 'evidence'>

/** Whether the program could not rely on an order of ours at that time: the exchange owed a word on it, or no row has it yet. */
export function isUnconfirmed(parts: Evidenced, order: OrderLife, now: number): boolean {
  const isAsked = parts.called
    .of(order.account)
    .some((call) => call.orderId === order.orderId && call.leftAt + CONFIRM_MS < now && isOut(call))
  if (isAsked) return true
  if (order.owedMs > CONFIRM_MS) return true
  if (order.owedSince !== null && now > order.owedSince + CONFIRM_MS) return true
  return !isConfirmed(parts, order)
}

/** Whether a sale of ours in this contract could not be relied on: then another may have left beside it. */
export function hadUnconfirmedSale(parts: Evidenced & Pick<Parts, 'books'>, holding: Holding, now: number): boolean {
  for (const order of parts.books.ordersOf(holding))
    if (order.isOurs && order.side === 'SELL' && isUnconfirmed(parts, order, now)) return true
  return false
}
