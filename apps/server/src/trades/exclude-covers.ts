import { sql, type RawBuilder } from 'kysely'

/**
 * Condition on `fills`: the fill is no part of buying a short position back. Such a purchase hangs on the trade whose order
 * sold too much, and is none of what that trade bought.
 */
export function isNotCover(): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from intents i
    where i.trade_id = fills.trade_id and i.kind = 'cover' and i.body -> 'outcome' ->> 'orderId' = fills.order_id
  )`
}
