import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountState } from '../state/account-state.ts'
import { meetsOrder, takeFault } from '../faults.ts'
import type { ChangeOutcome, OrderChange, OrderRejection } from '../order-types.ts'
import { isTerminal } from '../order-types.ts'
import {
  isWorking,
  blockedPremiumOf,
  pendingQuantityOf,
  type OrderState,
  type PendingChange,
} from '../state/order-state.ts'
import { rejections, statusTexts } from '../orders/rejections.ts'
import { checkTerms, isAmoTime } from '../orders/validation.ts'
import { blockFunds } from './order-validation-steps.ts'
import { fill } from './fills.ts'
import { cancelImmediateRest, fireStop, isBeyondLpp, isTriggered, matchAgainstDepth } from './matching.ts'
import { limitOf, rejectedCall } from './place-order.ts'
import { announceUpdate, enterExchange, scheduleLeg, setStatus } from './order-status.ts'
import { isTrading, log, type ExchangeContext } from '../state/exchange-state.ts'

/** An order may be modified this often; the next try is refused and it stays as it is (fact sheet §9). */
const MAX_MODIFICATIONS = 25

/** Takes or refuses a change. The order goes on working with its old values until the change has reached the exchange. */
export function modifyOrder(
  context: ExchangeContext,
  account: AccountState,
  variety: string,
  orderId: string,
  change: OrderChange,
  now: EpochMs,
): ChangeOutcome {
  const order = ownOrder(context, account, variety, orderId)
  const refused = rejectedCall(context, account, now) ?? (order ? undefined : rejections.unknownOrder())
  const checked = refused ?? checkChange(context, order!, change, now)
  if ('errorType' in checked) {
    log(context, now, account.accountId, { type: 'order_refused', call: 'modify', orderId, refusal: checked })
    return { ok: false, refusal: checked }
  }
  order!.modifications += 1
  order!.registeredAt = now
  log(context, now, account.accountId, { type: 'modify_taken', orderId, change })
  if (order!.status === 'AMO REQ RECEIVED') {
    // It is with the broker still: nothing can come between.
    setStatus(context, order!, 'MODIFY AMO REQ RECEIVED', now)
    Object.assign(order!, checked)
    order!.modified = true
    setStatus(context, order!, 'AMO REQ RECEIVED', now)
    return { ok: true, orderId }
  }
  order!.pendingChange = checked
  setStatus(context, order!, 'MODIFY VALIDATION PENDING', now)
  scheduleLeg(context, order!, 'modify_risk', now)
  return { ok: true, orderId }
}

function checkChange(
  context: ExchangeContext,
  order: OrderState,
  change: OrderChange,
  now: EpochMs,
): OrderRejection | PendingChange {
  const isAmo = order.status === 'AMO REQ RECEIVED'
  if (order.status !== 'OPEN' && order.status !== 'TRIGGER PENDING' && !isAmo) return rejections.cannotModify()
  if (order.modifications >= MAX_MODIFICATIONS) return rejections.modificationsSpent()
  if (isAmo ? !isAmoTime(context, now) : !isTrading(context, now))
    return isAmo ? rejections.amoHours() : rejections.closed()
  if (isAmo && (change.orderType === 'MARKET' || change.orderType === 'SL-M')) return rejections.amoLimitOnly()
  // The legs of an iceberg are cut when it is placed.
  if (order.iceberg !== null && change.quantity !== undefined && change.quantity !== order.quantity)
    return rejections.invalid('quantity')
  const asked = { ...order, ...change }
  // A stop that has fired is a limit order at the exchange: repeating its type and trigger changes nothing.
  const fired = order.orderType === 'SL' && order.status === 'OPEN'
  const orderType = fired && asked.orderType === 'SL' ? 'LIMIT' : asked.orderType
  const refusal = checkTerms(context, order.contract, { ...asked, orderType }, 1)
  if (refusal !== undefined) return refusal
  if (asked.quantity <= order.filledQuantity) return rejections.belowFilled()
  const limit = limitOf(context, order.contract, { ...asked, orderType })
  return {
    orderType: fired && asked.orderType === 'SL' ? 'SL' : limit.orderType,
    quantity: asked.quantity,
    price: limit.price,
    triggerPrice: orderType === 'SL' || fired ? asked.triggerPrice : (0 as Paise),
    validity: asked.validity,
    validityTtlMinutes: asked.validityTtlMinutes,
    marketProtection: asked.marketProtection,
    protectionTags: limit.tags.length > 0 ? limit.tags : order.protectionTags,
  }
}

/** The change at the broker's risk checks: a dearer order blocks more cash, or the change fails and the order stays. */
export function stepModifyRisk(context: ExchangeContext, order: OrderState, at: EpochMs): void {
  const change = order.pendingChange
  if (isTerminal(order.status) || change === null) return
  const failing = takeFault(context.state.faults, order.accountId, 'fail_modify')
  if (failing !== undefined) {
    failChange(context, order, failing.message, at)
    return
  }
  const account = context.state.accounts.get(order.accountId)!
  // Until the change has arrived the order may still fill by its old terms, so the dearer of both is blocked.
  const quantity = Math.max(pendingQuantityOf(order), change.quantity - order.filledQuantity)
  const price = Math.max(order.price, change.price) as Paise
  const lacking = blockFunds(context, account, order, quantity, price)
  if (lacking !== undefined) {
    failChange(context, order, rejections.margin(lacking.required, lacking.available).message, at)
    return
  }
  setStatus(context, order, 'MODIFY PENDING', at)
  scheduleLeg(context, order, 'modify_apply', at)
}

/** The change arrives at the exchange: the order takes its new values and joins the queue again. */
export function stepModifyApply(context: ExchangeContext, order: OrderState, at: EpochMs): void {
  const change = order.pendingChange
  if (isTerminal(order.status) || change === null) return
  if (change.quantity <= order.filledQuantity) {
    failChange(context, order, rejections.belowFilled().message, at)
    return
  }
  if (change.orderType === 'SL-M') {
    failChange(context, order, statusTexts.stopMarket().raw, at)
    return
  }
  const rests = change.orderType === 'LIMIT' || order.venue === 'book'
  if (rests && isBeyondLpp(context, order, change.price)) {
    failChange(context, order, statusTexts.lpp().message, at)
    return
  }
  Object.assign(order, change)
  order.pendingChange = null
  order.modified = true
  order.exchangeUpdateAt = at
  if (order.side === 'BUY') order.blockedPremium = blockedPremiumOf(order)
  setStatus(context, order, 'MODIFIED', at)
  if (rests) {
    enterExchange(context, order, 'book')
    setStatus(context, order, 'OPEN', at)
    announceUpdate(context, order, at)
    matchAgainstDepth(context, order, at, false)
  } else {
    setStatus(context, order, 'TRIGGER PENDING', at)
    announceUpdate(context, order, at)
    if (isTriggered(context, order)) fireStop(context, order, at)
  }
  cancelImmediateRest(context, order, at)
}

/** A change that failed leaves the order live with its old values; the history shows why. */
function failChange(context: ExchangeContext, order: OrderState, reason: string, at: EpochMs): void {
  order.pendingChange = null
  if (order.side === 'BUY') order.blockedPremium = blockedPremiumOf(order)
  log(context, at, order.accountId, { type: 'modify_failed', orderId: order.orderId, reason })
  setStatus(context, order, order.restingStatus ?? 'OPEN', at, { message: reason })
}

/** Takes or refuses a cancel. It may lose its race against a fill. */
export function cancelOrder(
  context: ExchangeContext,
  account: AccountState,
  variety: string,
  orderId: string,
  now: EpochMs,
): ChangeOutcome {
  const order = ownOrder(context, account, variety, orderId)
  const isAmo = order?.status === 'AMO REQ RECEIVED'
  const cancellable = order !== undefined && (order.status === 'OPEN' || order.status === 'TRIGGER PENDING' || isAmo)
  const refusal =
    rejectedCall(context, account, now) ??
    (order === undefined ? rejections.unknownOrder() : cancellable ? undefined : rejections.cannotCancel())
  if (refusal !== undefined) {
    log(context, now, account.accountId, { type: 'order_refused', call: 'cancel', orderId, refusal })
    return { ok: false, refusal }
  }
  log(context, now, account.accountId, { type: 'cancel_taken', orderId })
  if (isAmo) {
    setStatus(context, order, 'CANCEL AMO REQ RECEIVED', now)
    setStatus(context, order, 'CANCELLED', now)
    return { ok: true, orderId }
  }
  beginCancel(context, order!, now)
  return { ok: true, orderId }
}

/** Sends a cancel on its way, for a client or for the broker itself. */
export function beginCancel(context: ExchangeContext, order: OrderState, at: EpochMs): void {
  setStatus(context, order, 'CANCEL PENDING', at)
  scheduleLeg(context, order, 'cancel_apply', at)
}

/** The cancel arrives at the exchange. */
export function stepCancelApply(context: ExchangeContext, order: OrderState, at: EpochMs): void {
  if (isTerminal(order.status) || !isWorking(order)) return
  order.exchangeUpdateAt = at
  const loses = takeFault(context.state.faults, order.accountId, 'cancel_loses', (one) =>
    meetsOrder(one, order.orderId),
  )
  if (loses !== undefined) {
    fill(context, order, pendingQuantityOf(order), order.price, at)
    return
  }
  setStatus(context, order, 'CANCELLED', at)
}

/** A TTL order's time is up. */
export function stepTtlEnd(context: ExchangeContext, order: OrderState, at: EpochMs): void {
  if (isTerminal(order.status) || !isWorking(order) || order.validity !== 'TTL') return
  order.exchangeUpdateAt = at
  setStatus(context, order, 'CANCELLED', at, statusTexts.ttlEnded())
}

function ownOrder(
  context: ExchangeContext,
  account: AccountState,
  variety: string,
  orderId: string,
): OrderState | undefined {
  const order = context.state.orders.get(orderId)
  return order?.accountId === account.accountId && order.variety === variety ? order : undefined
}
