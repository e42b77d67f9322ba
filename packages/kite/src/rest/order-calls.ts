import type { OrderSide, OrderType, Product, Validity } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import {
  type ChangeOutcome,
  type PlaceOutcome,
  classifyCancel,
  classifyModify,
  classifyPlace,
} from '../responses/classify-order.ts'
import type { ReadResult } from '../responses/classify-read.ts'
import { type KiteOrder, kiteOrder } from '../rows/order.ts'
import type { Rows } from '../rows/parse.ts'
import { type KiteTrade, kiteTrade } from '../rows/trade.ts'
import type { Caller } from './caller.ts'
import { type FormFields, pathPart, wireRupees } from './form.ts'
import { rowsOf } from './read-rows.ts'
import type { ConnectionPool } from './transport.ts'

export type Variety = 'regular' | 'amo' | 'co' | 'iceberg' | 'auction'
/** CNC and MTF: shares only. */
export type KiteProduct = Product | 'CNC' | 'MTF'

/** A new order (fact sheet §6.2). Quantities are units, prices paise. */
export interface NewOrder {
  readonly variety: Variety
  readonly exchange: string
  readonly tradingsymbol: string
  readonly side: OrderSide
  readonly orderType: OrderType
  readonly quantity: number
  readonly product: KiteProduct
  readonly validity: Validity
  /** For LIMIT and SL. */
  readonly price?: Paise
  /** For SL and SL-M. */
  readonly triggerPrice?: Paise
  /** Minutes, with validity TTL. */
  readonly validityTtl?: number
  /** Percent above 0, or -1: the broker picks. MARKET and SL-M are refused without. */
  readonly marketProtection?: number
  readonly disclosedQuantity?: number
  readonly icebergLegs?: number
  readonly icebergQuantity?: number
  readonly auctionNumber?: string
  /** Let the broker split above the freeze quantity. */
  readonly autoslice?: boolean
  /** Issued by the exchange for a registered algorithm. */
  readonly algoId?: string
  /** The only handle to find the order again: 1 to 20 letters and digits. */
  readonly tag: string
}

/** The complete set of values wanted, not only what changes (fact sheet §9). Quantity is the new total. */
export interface OrderChange {
  readonly orderType: OrderType
  readonly quantity: number
  readonly validity: Validity
  readonly price?: Paise
  readonly triggerPrice?: Paise
  readonly validityTtl?: number
  readonly disclosedQuantity?: number
  readonly marketProtection?: number
  /** For legs of a cover order. */
  readonly parentOrderId?: string
}

export interface SendOptions {
  /** Asked right before the first byte leaves; false takes the request back as `refused: not_sent`. */
  readonly beforeWrite?: () => boolean
}

export interface OrderCalls {
  /** `POST /orders/{variety}`. Throws RangeError before anything is sent when the tag is not 1–20 letters and digits. */
  placeOrder(order: NewOrder, options?: SendOptions): Promise<PlaceOutcome>
  /** `PUT /orders/{variety}/{order_id}`. At most 25 an order. */
  modifyOrder(variety: Variety, orderId: string, change: OrderChange, options?: SendOptions): Promise<ChangeOutcome>
  /** `DELETE /orders/{variety}/{order_id}`. */
  cancelOrder(
    variety: Variety,
    orderId: string,
    options?: SendOptions & { readonly parentOrderId?: string },
  ): Promise<ChangeOutcome>
  /**
   * `GET /orders`: today's, of every channel. A fresh order may be missing for seconds. `lane: 'orders'` sends it over a
   * connection for order calls, which keeps that connection open.
   */
  orders(options?: { readonly lane?: ConnectionPool }): Promise<ReadResult<Rows<KiteOrder>>>
  /** `GET /orders/{order_id}`: oldest first. */
  orderHistory(orderId: string): Promise<ReadResult<Rows<KiteOrder>>>
  /** `GET /trades`: all of today's fills. */
  trades(): Promise<ReadResult<Rows<KiteTrade>>>
  /** `GET /orders/{order_id}/trades`. May fail or be empty while there are none. */
  orderTrades(orderId: string): Promise<ReadResult<Rows<KiteTrade>>>
}

export function orderCalls(caller: Caller): OrderCalls {
  const orderPath = (variety: Variety, orderId: string) =>
    `/orders/${pathPart('variety', variety)}/${pathPart('order id', orderId)}`
  return {
    async placeOrder(order, options) {
      const form = placeForm(order)
      return classifyPlace(
        await caller.call('POST', `/orders/${pathPart('variety', order.variety)}`, {
          lane: 'orders',
          form,
          ...options,
        }),
      )
    },
    async modifyOrder(variety, orderId, change, options) {
      const form = changeForm(change)
      return classifyModify(
        await caller.call('PUT', orderPath(variety, orderId), { lane: 'orders', form, ...options }),
        orderId,
      )
    },
    async cancelOrder(variety, orderId, { parentOrderId, ...options } = {}) {
      const query = { parent_order_id: parentOrderId }
      return classifyCancel(
        await caller.call('DELETE', orderPath(variety, orderId), { lane: 'orders', query, ...options }),
        orderId,
      )
    },
    orders: ({ lane = 'reads' } = {}) => caller.read('/orders', {}, rowsOf(kiteOrder), lane),
    orderHistory: async (orderId) => caller.read(`/orders/${pathPart('order id', orderId)}`, {}, rowsOf(kiteOrder)),
    trades: () => caller.read('/trades', {}, rowsOf(kiteTrade)),
    orderTrades: async (orderId) =>
      caller.read(`/orders/${pathPart('order id', orderId)}/trades`, {}, rowsOf(kiteTrade)),
  }
}

/** Whether the broker can carry `text` as a tag: 1 to 20 letters and digits. */
export function isTag(text: string): boolean {
  return /^[A-Za-z0-9]{1,20}$/.test(text)
}

function placeForm(order: NewOrder): FormFields {
  if (!isTag(order.tag))
    throw new RangeError(`tag must be 1 to 20 letters and digits, got ${order.tag.length} characters`)
  return {
    exchange: order.exchange,
    tradingsymbol: order.tradingsymbol,
    transaction_type: order.side,
    order_type: order.orderType,
    quantity: order.quantity,
    product: order.product,
    validity: order.validity,
    validity_ttl: order.validityTtl,
    price: wireRupees(order.price),
    trigger_price: wireRupees(order.triggerPrice),
    market_protection: order.marketProtection,
    disclosed_quantity: order.disclosedQuantity,
    iceberg_legs: order.icebergLegs,
    iceberg_quantity: order.icebergQuantity,
    auction_number: order.auctionNumber,
    autoslice: order.autoslice,
    algo_id: order.algoId,
    tag: order.tag,
  }
}

function changeForm(change: OrderChange): FormFields {
  return {
    order_type: change.orderType,
    quantity: change.quantity,
    validity: change.validity,
    validity_ttl: change.validityTtl,
    price: wireRupees(change.price),
    trigger_price: wireRupees(change.triggerPrice),
    disclosed_quantity: change.disclosedQuantity,
    market_protection: change.marketProtection,
    parent_order_id: change.parentOrderId,
  }
}
