import * as z from 'zod'
import {
  brokerText,
  id,
  idOrNull,
  instantOrNull,
  priceOrZero,
  quantity,
  quantityOrZero,
  rupeesOrZero,
  side,
  textOrNull,
  texts,
  token,
} from './scalars.ts'

/**
 * A row of the order book, of an order's history, or the order in a postback or text frame (fact sheet §10.1, §12).
 * `status` is open: see `isTerminal`.
 */
export const kiteOrder = z
  .object({
    order_id: id,
    exchange_order_id: idOrNull,
    parent_order_id: idOrNull,
    account_id: idOrNull,
    placed_by: idOrNull,
    status: brokerText.refine((text) => text !== ''),
    status_message: textOrNull,
    status_message_raw: textOrNull,
    order_timestamp: instantOrNull,
    exchange_timestamp: instantOrNull,
    exchange_update_timestamp: instantOrNull,
    variety: brokerText,
    exchange: brokerText,
    tradingsymbol: brokerText,
    instrument_token: token.nullish(),
    order_type: brokerText,
    transaction_type: side,
    product: brokerText,
    validity: brokerText,
    validity_ttl: z.int().nullish(),
    quantity,
    disclosed_quantity: quantityOrZero,
    price: priceOrZero,
    trigger_price: priceOrZero,
    average_price: rupeesOrZero,
    filled_quantity: quantity,
    pending_quantity: quantityOrZero,
    cancelled_quantity: quantityOrZero,
    market_protection: z.number().nullish(),
    modified: z.boolean().nullish(),
    tag: textOrNull,
    tags: texts,
  })
  .transform((w) => ({
    orderId: w.order_id,
    /** Null until the exchange acknowledges. */
    exchangeOrderId: w.exchange_order_id,
    parentOrderId: w.parent_order_id,
    /** Client id the order belongs to, where the row reports it. */
    accountId: w.account_id ?? w.placed_by,
    status: w.status,
    /** The broker's words for a refusal or a cancel by a system, and the raw ones behind them. */
    statusMessage: w.status_message,
    statusMessageRaw: w.status_message_raw,
    /** When the order system registered it; whole seconds, like the next two. */
    orderedAt: w.order_timestamp,
    /** When the exchange took it; null before. */
    exchangeAt: w.exchange_timestamp,
    /** Last change at the exchange; null before. */
    exchangeUpdatedAt: w.exchange_update_timestamp,
    variety: w.variety,
    exchange: w.exchange,
    tradingsymbol: w.tradingsymbol,
    /** Null when the row leaves it out; 1 in the first row of a history. */
    token: w.instrument_token ?? null,
    orderType: w.order_type,
    side: w.transaction_type,
    product: w.product,
    validity: w.validity,
    /** Minutes, with validity TTL. */
    validityTtl: w.validity_ttl ?? null,
    quantity: w.quantity,
    disclosedQuantity: w.disclosed_quantity,
    /** Paise; 0: none. */
    price: w.price,
    /** Paise; 0: none. */
    triggerPrice: w.trigger_price,
    /** Of the filled part, in rupees with any decimals; 0 if nothing filled. Books are kept from trades, not from this. */
    averagePriceRupees: w.average_price,
    filledQuantity: w.filled_quantity,
    /** May stay above 0 on a CANCELLED row: never compute exposure from it. */
    pendingQuantity: w.pending_quantity,
    cancelledQuantity: w.cancelled_quantity,
    /** Percent, -1: the broker's choice, null: the row leaves it out. */
    marketProtection: w.market_protection ?? null,
    modified: w.modified ?? false,
    tag: w.tag,
    /** Ours and the broker's own, such as `mktp:3.00`. */
    tags: w.tags,
  }))

export type KiteOrder = Readonly<z.output<typeof kiteOrder>>

const TERMINAL = new Set(['COMPLETE', 'CANCELLED', 'REJECTED'])

/** Whether an order can still change. Every status we do not know is live (fact sheet §11). */
export function isTerminal(status: string): boolean {
  return TERMINAL.has(status)
}

/** True when `tag` is the row's tag or one of its tags. */
export function hasTag(order: KiteOrder, tag: string): boolean {
  return order.tag === tag || order.tags.includes(tag)
}
