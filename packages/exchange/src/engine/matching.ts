import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { faultFor } from '../faults.ts'
import { pendingQuantityOf, type OrderState } from '../state/order-state.ts'
import { beyondLpp } from '../orders/market-protection.ts'
import { statusTexts } from '../orders/rejections.ts'
import { refreshedAt, consumeDepth } from './displayed-depth.ts'
import { fill } from './fills.ts'
import { enterExchange, setStatus } from './order-status.ts'
import { isTrading, lastPrice, type ExchangeContext } from '../state/exchange-state.ts'

/**
 * Trades the order against the displayed book. An arriving order pays the book's prices; one that was `resting` is the
 * one being hit, so it gets its own limit.
 */
export function matchAgainstDepth(context: ExchangeContext, order: OrderState, at: EpochMs, resting: boolean): void {
  const cap = faultFor(context.state.faults, order.accountId, 'fill_cap')
  const refreshed = refreshedAt(context, order.contract.token)
  if (cap !== undefined && order.cappedAt === refreshed) return
  order.cappedAt = refreshed
  const { lotSize } = order.contract
  const most = cap === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(cap.quantity / lotSize)) * lotSize
  const fillable = Math.min(pendingQuantityOf(order), most)
  for (const level of consumeDepth(context, order.contract.token, order.side, order.price, fillable))
    fill(context, order, level.quantity, resting ? order.price : level.price, at)
}

/** True when the last price has reached the stop's trigger. */
export function isTriggered(context: ExchangeContext, order: OrderState): boolean {
  const last = lastPrice(context, order.contract.token)
  if (last <= 0) return false
  return order.side === 'SELL' ? last <= order.triggerPrice : last >= order.triggerPrice
}

/** The stop fires: limit price protection is checked once more, then it is an ordinary limit order that just arrived. */
export function fireStop(context: ExchangeContext, order: OrderState, at: EpochMs): void {
  order.exchangeUpdateAt = at
  if (isBeyondLpp(context, order, order.price)) {
    setStatus(context, order, 'CANCELLED', at, statusTexts.lpp())
    return
  }
  enterExchange(context, order, 'book')
  // A change or a cancel under way keeps its pending status; the exchange works the order all the same.
  if (order.status === 'TRIGGER PENDING') setStatus(context, order, 'OPEN', at)
  else {
    order.restingStatus = 'OPEN'
    // No step of the history, yet the row's time of the last change is another.
    order.row = null
  }
  matchAgainstDepth(context, order, at, false)
  cancelImmediateRest(context, order, at)
}

/** What an IOC order did not get at once is CANCELLED; a stop counts from its trigger. */
export function cancelImmediateRest(context: ExchangeContext, order: OrderState, at: EpochMs): void {
  if (order.validity === 'IOC' && order.venue === 'book' && pendingQuantityOf(order) > 0)
    setStatus(context, order, 'CANCELLED', at)
}

export function isBeyondLpp(context: ExchangeContext, order: OrderState, price: Paise): boolean {
  const { token, tickSize } = order.contract
  const reference = context.market.referencePrice(token) || lastPrice(context, token)
  return beyondLpp(order.side, price, reference, tickSize)
}

/**
 * Lets the orders at the exchange meet the market as it is now, oldest first within a contract. A contract whose quote
 * was not refreshed since is passed over: its orders have met it already, on arrival or here.
 */
export function matchAll(context: ExchangeContext, at: EpochMs): void {
  const { state } = context
  if (state.working.size === 0 || !isTrading(context, at) || context.market.day !== state.day) return
  // Orders leave their queue as they fill, and an empty queue goes; none joins one meanwhile.
  for (const [token, queue] of state.working) {
    const refreshed = refreshedAt(context, token)
    if (state.matched.get(token) === refreshed) continue
    state.matched.set(token, refreshed)
    for (const orderId of queue) {
      const order = state.orders.get(orderId)!
      if (order.venue === 'trigger' && isTriggered(context, order)) fireStop(context, order, at)
      else if (order.venue === 'book') matchAgainstDepth(context, order, at, true)
    }
  }
}
