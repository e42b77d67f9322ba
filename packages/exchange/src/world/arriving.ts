import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountState } from '../accounts/account-state.ts'
import { blockedPremium, freeCash, shortMargin } from '../accounts/margins.ts'
import { totalOf } from '../accounts/short-margin.ts'
import { exchangeOrderIdFor } from '../orders/ids.ts'
import { restOf, type OrderState } from '../orders/order-state.ts'
import { LPP_MESSAGE, LPP_MESSAGE_RAW } from '../orders/protection.ts'
import { marginMessage, marginMessageRaw } from '../orders/refusals.ts'
import { cancelImmediateRest, fireStop, isBeyondLpp, isTriggered, tradeWithBook } from './matching.ts'
import { enterExchange, scheduleLeg, setStatus } from './progress.ts'
import { scheduleTtl } from './placing.ts'
import { isTrading, lastPrice, type World } from './world.ts'

/** The order reaches the broker's risk checks. */
export function stepValidate(world: World, order: OrderState, at: EpochMs): void {
  setStatus(world, order, 'VALIDATION PENDING', at)
  scheduleLeg(world, order, 'risk', at)
}

/** The broker's risk checks: funds are blocked here, or the order is REJECTED. */
export function stepRisk(world: World, order: OrderState, at: EpochMs): void {
  const account = world.state.accounts.get(order.accountId)!
  if (order.ordained !== null) {
    setStatus(world, order, 'REJECTED', at, order.ordained)
    return
  }
  const lacking = blockFunds(world, account, order, restOf(order), order.price)
  if (lacking !== undefined) {
    setStatus(world, order, 'REJECTED', at, {
      message: marginMessage(lacking.required, lacking.available),
      raw: marginMessageRaw(lacking.required, lacking.available, order.accountId),
    })
    return
  }
  setStatus(world, order, 'OPEN PENDING', at)
  scheduleLeg(world, order, 'arrive', at)
}

/**
 * Blocks what `quantity` at `price` needs instead of what the order blocks now, or says what is lacking and changes
 * nothing. Buying needs the premium in cash; selling needs margin only for what it may leave short.
 */
export function blockFunds(
  world: World,
  account: AccountState,
  order: OrderState,
  quantity: number,
  price: Paise,
): { required: Paise; available: Paise } | undefined {
  if (order.side === 'SELL') return lackingForSale(world, account, order)
  const required = (quantity * price) as Paise
  const held = order.blockedPremium
  const available = (freeCash(world, account) + held) as Paise
  // What lowers the need is always allowed, even for an account whose cash has gone below zero.
  if (required > held && required > available) return { required, available }
  order.blockedPremium = required
  return undefined
}

/** A sale needs margin only for what it may leave short; cash and collateral both serve. */
function lackingForSale(
  world: World,
  account: AccountState,
  order: OrderState,
): { required: Paise; available: Paise } | undefined {
  const before = totalOf(shortMargin(world, account))
  const required = (totalOf(shortMargin(world, account, order)) - before) as Paise
  const available = (account.cash - blockedPremium(world, account) + account.collateral - before) as Paise
  return required > 0 && required > available ? { required, available } : undefined
}

/** The order arrives at the exchange: its own checks, then the book, or the wait for the trigger. */
export function stepArrive(world: World, order: OrderState, at: EpochMs): void {
  const account = world.state.accounts.get(order.accountId)!
  const refused = exchangeRefusal(world, order, at)
  if (refused !== undefined) {
    setStatus(world, order, 'REJECTED', at, refused)
    return
  }
  order.exchangeOrderId = exchangeOrderIdFor(world.state.day, account.index, order.ordinal)
  order.exchangeAt = at
  order.exchangeUpdateAt = at
  scheduleTtl(world, order, at)
  if (order.orderType === 'SL') {
    enterExchange(world, order, 'trigger')
    setStatus(world, order, 'TRIGGER PENDING', at)
    if (isTriggered(world, order)) fireStop(world, order, at)
  } else {
    enterExchange(world, order, 'book')
    // An immediate-or-cancel order never rests, so the books never show it OPEN.
    if (order.validity !== 'IOC') setStatus(world, order, 'OPEN', at)
    tradeWithBook(world, order, at, false)
  }
  cancelImmediateRest(world, order, at)
}

function exchangeRefusal(world: World, order: OrderState, at: EpochMs): { message: string; raw: string } | undefined {
  if (order.orderType === 'SL-M')
    return {
      message: 'Stoploss market orders are not allowed for this instrument.',
      raw: '16052 Function not available',
    }
  if (order.protectionTags.length > 0 && lastPrice(world, order.contract.token) === 0)
    return {
      message: 'Contract not traded. Market order not allowed.',
      raw: '17181 Contract not traded. Market order not allowed',
    }
  if (!isTrading(world, at)) return { message: 'The market is closed.', raw: '16000 Trading system is not available' }
  if (order.orderType === 'LIMIT' && isBeyondLpp(world, order, order.price))
    return { message: LPP_MESSAGE, raw: LPP_MESSAGE_RAW }
  return undefined
}
