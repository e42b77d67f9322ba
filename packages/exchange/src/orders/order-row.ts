import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isTerminal, type OrderRow, type TradeRow } from '../order-types.ts'
import { instantText } from './instant-text.ts'
import { pendingQuantityOf, type IcebergLeg, type OrderState } from '../state/order-state.ts'

/** The order as the broker's API shows it now (kite-connect fact sheet §10.1). Made once for each change of the order. */
export function orderRow(order: OrderState): OrderRow {
  return (order.row ??= newRow(order))
}

function newRow(order: OrderState): OrderRow {
  const tags = [...(order.tag === null ? [] : [order.tag]), ...order.protectionTags]
  return {
    account_id: order.accountId,
    placed_by: order.placedBy,
    order_id: order.orderId,
    exchange_order_id: order.exchangeOrderId,
    parent_order_id: order.parentOrderId,
    status: order.status,
    status_message: order.statusMessage,
    status_message_raw: order.statusMessageRaw,
    order_timestamp: instantText(order.registeredAt),
    exchange_update_timestamp: order.exchangeUpdateAt === null ? null : instantText(order.exchangeUpdateAt),
    exchange_timestamp: order.exchangeAt === null ? null : instantText(order.exchangeAt),
    variety: order.variety,
    modified: order.modified,
    exchange: 'NFO',
    tradingsymbol: order.contract.tradingsymbol,
    instrument_token: order.contract.token,
    order_type: order.orderType,
    transaction_type: order.side,
    validity: order.validity,
    validity_ttl: order.validityTtlMinutes,
    product: order.product,
    quantity: order.quantity,
    disclosed_quantity: order.disclosedQuantity,
    price: rupeesFromPaise(order.price),
    trigger_price: rupeesFromPaise(order.triggerPrice),
    average_price: order.filledQuantity === 0 ? 0 : order.filledValue / order.filledQuantity / 100,
    filled_quantity: order.filledQuantity,
    pending_quantity: pendingQuantity(order),
    cancelled_quantity: order.cancelledQuantity,
    market_protection: order.marketProtection,
    meta: order.iceberg === null ? {} : { iceberg: icebergMeta(order.iceberg) },
    auction_number: null,
    tag: order.tag,
    // Rows without any tag come without the field, as the real ones do.
    ...(tags.length === 0 ? {} : { tags }),
    guid: `sw${order.orderId.slice(-10)}`,
  }
}

function icebergMeta({ leg, legs, legQuantity, totalQuantity, remainingQuantity }: IcebergLeg): object {
  return {
    leg,
    legs,
    leg_quantity: legQuantity,
    total_quantity: totalQuantity,
    remaining_quantity: remainingQuantity,
  }
}

function pendingQuantity(order: OrderState): number {
  if (!isTerminal(order.status)) return pendingQuantityOf(order)
  return order.shownPending ?? 0
}

/** The instant as of which the books show `order` and its trades at `now`: an earlier one while a fault holds them back. */
export function viewOf(order: OrderState, now: EpochMs, lagMs: number): number {
  return now < order.viewUntil ? Math.min(order.viewAsOf, now - lagMs) : now - lagMs
}

/** The row of `order` the books show at `now`, if any. */
export function visibleRow(order: OrderState, now: EpochMs, lagMs: number): OrderRow | undefined {
  const asOf = viewOf(order, now, lagMs)
  if (asOf >= now) return orderRow(order)
  return order.history.findLast((entry) => entry.at <= asOf)?.row
}

/** One fill as the broker's API shows it (fact sheet §10.2). */
export function tradeRow(order: OrderState, tradeId: string, quantity: number, price: Paise, when: EpochMs): TradeRow {
  const at = instantText(when)
  return {
    trade_id: tradeId,
    order_id: order.orderId,
    exchange: 'NFO',
    tradingsymbol: order.contract.tradingsymbol,
    instrument_token: order.contract.token,
    product: order.product,
    average_price: rupeesFromPaise(price),
    quantity,
    exchange_order_id: order.exchangeOrderId!,
    transaction_type: order.side,
    fill_timestamp: at,
    order_timestamp: at.slice(11),
    exchange_timestamp: at,
  }
}
