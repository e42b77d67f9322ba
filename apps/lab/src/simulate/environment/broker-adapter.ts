import type { OrderAck } from '@strikewise/execution/order/order-ack.ts'
import type { BrokerOrder, OrderRequest as CoreRequest, OrderTerms } from '@strikewise/execution/order/order.ts'
import type { BrokerFill } from '@strikewise/execution/trade/fill.ts'
import type { OrderChange, OrderRequest, OrderRow, OrderRejection, TradeRow } from '@strikewise/exchange/order-types.ts'
import { orderAckFrom, changeFrom, orderFrom } from '@strikewise/brokers/zerodha/kite-rows.ts'
import { classifyPlace } from '@strikewise/kite/responses/classify-order.ts'
import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Login } from './login.ts'

const NONE = 0 as Paise

/** The core's order as the exchange is asked for it: what the form of the wire would carry. */
export function requestFrom(order: CoreRequest): OrderRequest {
  const change = changeFrom(order.terms)
  return {
    variety: 'regular',
    exchange: 'NFO',
    tradingsymbol: order.tradingsymbol,
    side: order.side,
    orderType: change.orderType,
    quantity: order.terms.quantity,
    product: order.product,
    price: change.price ?? NONE,
    triggerPrice: change.triggerPrice ?? NONE,
    validity: change.validity,
    validityTtlMinutes: 0,
    disclosedQuantity: 0,
    marketProtection: change.marketProtection ?? 0,
    autoslice: false,
    tag: order.tag,
    algoId: order.algoId ?? null,
  }
}

export function termsFrom(terms: OrderTerms): OrderChange {
  return changeFrom(terms)
}

/** What our own client makes of a refusal, from the response the broker would send. */
export function answerTo({ httpStatus, errorType, message }: OrderRejection, login: Login): OrderAck {
  const reported = { status: 'error', message: login.repeatedIn(message), data: null, error_type: errorType }
  const body = JSON.stringify(reported)
  return orderAckFrom(
    classifyPlace({ kind: 'response', httpStatus, contentType: 'application/json', body }),
    login.redact,
  )
}

const orders = new WeakMap<OrderRow, BrokerOrder>()
const fills = new WeakMap<TradeRow, BrokerFill>()

/**
 * A row of the book as the core is handed it. Rows never change, so each is read once. The fields are taken over as they
 * are: that our client reads them so from the wire is proved where it meets the sandbox.
 */
export function orderOf(row: OrderRow, login: Login): BrokerOrder {
  let order = orders.get(row)
  if (order === undefined) {
    const read = {
      orderId: row.order_id,
      status: row.status,
      statusMessage: row.status_message === null ? null : login.repeatedIn(row.status_message),
      tradingsymbol: row.tradingsymbol,
      side: row.transaction_type,
      product: row.product,
      orderType: row.order_type,
      quantity: row.quantity,
      price: paiseFromRupees(row.price),
      triggerPrice: paiseFromRupees(row.trigger_price),
      filledQuantity: row.filled_quantity,
      averagePriceRupees: row.average_price,
      exchangeUpdatedAt: row.exchange_update_timestamp === null ? null : instantOf(row.exchange_update_timestamp),
      tag: row.tag,
      tags: row.tags ?? NO_TAGS,
    }
    order = orderFrom(read, login.redact)
    if (order === undefined) throw new TypeError(`the book shows status ${row.status}`)
    orders.set(row, order)
  }
  return order
}

const NO_TAGS: string[] = []

/** `2026-11-25 14:40:07`, in India: the day is parsed seldom, the time of day by its digits. */
function instantOf(text: string): EpochMs {
  const two = (at: number) => (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48
  return istInstant(text.slice(0, 10) as IstDate, two(11), two(14), two(17))
}

export function fillOf(row: TradeRow): BrokerFill {
  let fill = fills.get(row)
  if (fill === undefined) {
    fill = {
      fillId: row.trade_id,
      orderId: row.order_id,
      tradingsymbol: row.tradingsymbol,
      side: row.transaction_type,
      product: row.product,
      quantity: row.quantity,
      price: paiseFromRupees(row.average_price),
      at: instantOf(row.fill_timestamp),
    }
    fills.set(row, fill)
  }
  return fill
}
