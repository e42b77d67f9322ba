import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountState } from '../state/account-state.ts'
import { blockedPremium, availableCash, shortMargin } from '../accounts/margins.ts'
import { totalOf } from '../accounts/short-margin.ts'
import { exchangeOrderIdFor } from '../orders/ids.ts'
import { pendingQuantityOf, type OrderState } from '../state/order-state.ts'
import { statusTexts } from '../orders/rejections.ts'
import { cancelImmediateRest, fireStop, isBeyondLpp, isTriggered, matchAgainstDepth } from './matching.ts'
import { enterExchange, scheduleLeg, setStatus } from './order-status.ts'
import { scheduleTtl } from './place-order.ts'
import { isTrading, lastPrice, type ExchangeContext } from '../state/exchange-state.ts'

/** The order reaches the broker's risk checks. */
export function stepValidate(context: ExchangeContext, order: OrderState, at: EpochMs): void {
  setStatus(context, order, 'VALIDATION PENDING', at)
  scheduleLeg(context, order, 'risk', at)
}

/** The broker's risk checks: funds are blocked here, or the order is REJECTED. */
export function stepRisk(context: ExchangeContext, order: OrderState, at: EpochMs): void {
  const account = context.state.accounts.get(order.accountId)!
  if (order.ordained !== null) {
    setStatus(context, order, 'REJECTED', at, order.ordained)
    return
  }
  const lacking = blockFunds(context, account, order, pendingQuantityOf(order), order.price)
  if (lacking !== undefined) {
    setStatus(context, order, 'REJECTED', at, statusTexts.margin(lacking.required, lacking.available, order.accountId))
    return
  }
  setStatus(context, order, 'OPEN PENDING', at)
  scheduleLeg(context, order, 'arrive', at)
}

/**
 * Blocks what `quantity` at `price` needs instead of what the order blocks now, or shows what is lacking and changes
 * nothing. Buying needs the premium in cash; selling needs margin only for what it may leave short.
 */
export function blockFunds(
  context: ExchangeContext,
  account: AccountState,
  order: OrderState,
  quantity: number,
  price: Paise,
): { required: Paise; available: Paise } | undefined {
  if (order.side === 'SELL') return lackingForSale(context, account, order)
  const required = (quantity * price) as Paise
  const held = order.blockedPremium
  const available = (availableCash(context, account) + held) as Paise
  // What lowers the need is always allowed, even for an account whose cash has gone below zero.
  if (required > held && required > available) return { required, available }
  order.blockedPremium = required
  return undefined
}

/** A sale needs margin only for what it may leave short; cash and collateral both serve. */
function lackingForSale(
  context: ExchangeContext,
  account: AccountState,
  order: OrderState,
): { required: Paise; available: Paise } | undefined {
  const before = totalOf(shortMargin(context, account))
  const required = (totalOf(shortMargin(context, account, order)) - before) as Paise
  const available = (account.cash - blockedPremium(context, account) + account.collateral - before) as Paise
  return required > 0 && required > available ? { required, available } : undefined
}

/** The order arrives at the exchange: its own checks, then the book, or the wait for the trigger. */
export function stepArrive(context: ExchangeContext, order: OrderState, at: EpochMs): void {
  const account = context.state.accounts.get(order.accountId)!
  const refused = exchangeRejection(context, order, at)
  if (refused !== undefined) {
    setStatus(context, order, 'REJECTED', at, refused)
    return
  }
  order.exchangeOrderId = exchangeOrderIdFor(context.state.day, account.index, order.ordinal)
  order.exchangeAt = at
  order.exchangeUpdateAt = at
  scheduleTtl(context, order, at)
  if (order.orderType === 'SL') {
    enterExchange(context, order, 'trigger')
    setStatus(context, order, 'TRIGGER PENDING', at)
    if (isTriggered(context, order)) fireStop(context, order, at)
  } else {
    enterExchange(context, order, 'book')
    // An immediate-or-cancel order never rests, so the books never show it OPEN.
    if (order.validity !== 'IOC') setStatus(context, order, 'OPEN', at)
    matchAgainstDepth(context, order, at, false)
  }
  cancelImmediateRest(context, order, at)
}

function exchangeRejection(
  context: ExchangeContext,
  order: OrderState,
  at: EpochMs,
): { message: string; raw: string } | undefined {
  if (order.orderType === 'SL-M') return statusTexts.stopMarket()
  if (order.protectionTags.length > 0 && lastPrice(context, order.contract.token) === 0) return statusTexts.notTraded()
  if (!isTrading(context, at)) return statusTexts.marketClosed()
  if (order.orderType === 'LIMIT' && isBeyondLpp(context, order, order.price)) return statusTexts.lpp()
  return undefined
}
