import type { FaultKind } from '../chance/faults.ts'
import type { Holding, OrderLife } from './books.ts'
import { isOut } from './called.ts'
import type { Parts } from './parts.ts'

/** An order that was accepted, or is being changed or cancelled, counts so long without a word of the exchange. */
const CONFIRM_MS = 2_000
/** After these the exchange's word may not be heard, though it was given. */
const UNHEARD: readonly FaultKind[] = [
  'stuck',
  'orders_hidden',
  'sale_unseen',
  'book_stale',
  'book_cut',
  'broker_down',
  'token_dead',
  'relogin',
  'login_under_call',
  'read_failed',
  'read_slow',
]
const UNHEARD_MS = 60_000

type Evidenced = Pick<Parts, 'called' | 'troubles'>

/** Whether the program could not rely on an order of ours at that time: the exchange owed a word on it, or it went unheard. */
export function isUnconfirmed({ called, troubles }: Evidenced, order: OrderLife, now: number): boolean {
  const isAsked = called
    .of(order.account)
    .some((call) => call.orderId === order.orderId && call.leftAt + CONFIRM_MS < now && isOut(call))
  if (isAsked) return true
  if (order.owedMs > CONFIRM_MS) return true
  if (order.owedSince !== null && now > order.owedSince + CONFIRM_MS) return true
  return troubles.struck(order.account, UNHEARD, now, UNHEARD_MS)
}

/** Whether a sale of ours in this contract could not be relied on: then another may have left beside it. */
export function hadUnconfirmedSale(parts: Evidenced & Pick<Parts, 'books'>, holding: Holding, now: number): boolean {
  for (const order of parts.books.ordersOf(holding))
    if (order.isOurs && order.side === 'SELL' && isUnconfirmed(parts, order, now)) return true
  return false
}
