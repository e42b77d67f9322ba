import type { Answer } from '@strikewise/execution/order/answer.ts'
import type { BrokerOrder, OrderRequest as CoreRequest, OrderTerms } from '@strikewise/execution/order/order.ts'
import type { BrokerFill } from '@strikewise/execution/trade/fill.ts'
import type { OrderChange, OrderRequest, OrderRow, Refusal, TradeRow } from '@strikewise/exchange/order-types.ts'
import { answerFrom, changeFrom, fillFrom, orderFrom } from '@strikewise/kite-broker/kite-rows.ts'
import { classifyPlace } from '@strikewise/kite/answers/order.ts'
import { kiteOrder } from '@strikewise/kite/rows/order.ts'
import { kiteTrade } from '@strikewise/kite/rows/trade.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'

const NONE = 0 as Paise

/** The core's order as the exchange is asked for it: what the form of the wire would carry. */
export function requestFrom(order: CoreRequest): OrderRequest {
  const change = changeFrom(order.terms)
  return {
    variety: 'regular',
    exchange: 'NFO',
    tradingsymbol: order.tradingsymbol,
    side: order.side,
    orderType: change.orderType as OrderRequest['orderType'],
    quantity: order.terms.quantity,
    product: order.product,
    price: change.price ?? NONE,
    triggerPrice: change.triggerPrice ?? NONE,
    validity: change.validity as OrderRequest['validity'],
    validityTtlMinutes: 0,
    disclosedQuantity: 0,
    marketProtection: change.marketProtection ?? 0,
    autoslice: false,
    tag: order.tag,
    algoId: null,
  }
}

export function termsFrom(terms: OrderTerms): OrderChange {
  return changeFrom(terms) as OrderChange
}

/** What our own client makes of a refusal, from the response the broker would send. */
export function answerTo({ httpStatus, errorType, message }: Refusal): Answer {
  const body = JSON.stringify({ status: 'error', message, data: null, error_type: errorType })
  return answerFrom(classifyPlace({ kind: 'response', httpStatus, contentType: 'application/json', body }))
}

const orders = new WeakMap<OrderRow, BrokerOrder>()
const fills = new WeakMap<TradeRow, BrokerFill>()

/** A row of the book as our own client reads it. Rows never change, so each is read once. */
export function orderOf(row: OrderRow): BrokerOrder {
  let order = orders.get(row)
  if (order === undefined) {
    order = orderFrom(kiteOrder.parse(row))
    if (order === undefined) throw new TypeError(`the book shows status ${row.status}`)
    orders.set(row, order)
  }
  return order
}

export function fillOf(row: TradeRow): BrokerFill {
  let fill = fills.get(row)
  if (fill === undefined) fills.set(row, (fill = fillFrom(kiteTrade.parse(row))))
  return fill
}
