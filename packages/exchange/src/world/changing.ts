import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountState } from '../accounts/account-state.ts'
import { meetsOrder, takeFault } from '../faults.ts'
import type { ChangeOutcome, OrderChange, Refusal } from '../order-types.ts'
import { isTerminal } from '../order-types.ts'
import { marginMessage } from '../orders/refusals.ts'
import { isWorking, premiumAtStake, restOf, type OrderState, type PendingChange } from '../orders/order-state.ts'
import { LPP_MESSAGE } from '../orders/protection.ts'
import { refusals } from '../orders/refusals.ts'
import { checkTerms, isAmoTime } from '../orders/validation.ts'
import { blockFunds } from './arriving.ts'
import { fill } from './fills.ts'
import { cancelImmediateRest, fireStop, isBeyondLpp, isTriggered, tradeWithBook } from './matching.ts'
import { limitOf, refusedCall } from './placing.ts'
import { announceUpdate, enterExchange, scheduleLeg, setStatus } from './progress.ts'
import { isTrading, log, type World } from './world.ts'

/** An order may be modified this often; the next try is refused and it stays as it is (fact sheet §9). */
const MAX_MODIFICATIONS = 25

/** Takes or refuses a change. The order goes on working with its old values until the change has reached the exchange. */
export function modifyOrder(
  world: World,
  account: AccountState,
  variety: string,
  orderId: string,
  change: OrderChange,
  now: EpochMs,
): ChangeOutcome {
  const order = ownOrder(world, account, variety, orderId)
  const refused = refusedCall(world, account, now) ?? (order ? undefined : refusals.unknownOrder())
  const checked = refused ?? checkChange(world, order!, change, now)
  if ('errorType' in checked) {
    log(world, now, account.accountId, { type: 'order_refused', call: 'modify', orderId, refusal: checked })
    return { ok: false, refusal: checked }
  }
  order!.modifications += 1
  order!.registeredAt = now
  log(world, now, account.accountId, { type: 'modify_taken', orderId, change })
  if (order!.status === 'AMO REQ RECEIVED') {
    // It is with the broker still: nothing can come between.
    setStatus(world, order!, 'MODIFY AMO REQ RECEIVED', now)
    Object.assign(order!, checked)
    order!.modified = true
    setStatus(world, order!, 'AMO REQ RECEIVED', now)
    return { ok: true, orderId }
  }
  order!.pendingChange = checked
  setStatus(world, order!, 'MODIFY VALIDATION PENDING', now)
  scheduleLeg(world, order!, 'modify_risk', now)
  return { ok: true, orderId }
}

function checkChange(world: World, order: OrderState, change: OrderChange, now: EpochMs): Refusal | PendingChange {
  const isAmo = order.status === 'AMO REQ RECEIVED'
  if (order.status !== 'OPEN' && order.status !== 'TRIGGER PENDING' && !isAmo) return refusals.cannotModify()
  if (order.modifications >= MAX_MODIFICATIONS) return refusals.modificationsSpent()
  if (isAmo ? !isAmoTime(world, now) : !isTrading(world, now)) return isAmo ? refusals.amoHours() : refusals.closed()
  if (isAmo && (change.orderType === 'MARKET' || change.orderType === 'SL-M')) return refusals.amoLimitOnly()
  // The legs of an iceberg are cut when it is placed.
  if (order.iceberg !== null && change.quantity !== undefined && change.quantity !== order.quantity)
    return refusals.invalid('quantity')
  const asked = { ...order, ...change }
  // A stop that has fired is a limit order at the exchange: repeating its type and trigger changes nothing.
  const fired = order.orderType === 'SL' && order.status === 'OPEN'
  const orderType = fired && asked.orderType === 'SL' ? 'LIMIT' : asked.orderType
  const refusal = checkTerms(world, order.contract, { ...asked, orderType }, 1)
  if (refusal !== undefined) return refusal
  if (asked.quantity <= order.filledQuantity) return refusals.belowFilled()
  const limit = limitOf(world, order.contract, { ...asked, orderType })
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
export function stepModifyRisk(world: World, order: OrderState, at: EpochMs): void {
  const change = order.pendingChange
  if (isTerminal(order.status) || change === null) return
  const failing = takeFault(world.state.faults, order.accountId, 'fail_modify')
  if (failing !== undefined) {
    failChange(world, order, failing.message, at)
    return
  }
  const account = world.state.accounts.get(order.accountId)!
  // Until the change has arrived the order may still fill by its old terms, so the dearer of both is blocked.
  const quantity = Math.max(restOf(order), change.quantity - order.filledQuantity)
  const price = Math.max(order.price, change.price) as Paise
  const lacking = blockFunds(world, account, order, quantity, price)
  if (lacking !== undefined) {
    failChange(world, order, marginMessage(lacking.required, lacking.available), at)
    return
  }
  setStatus(world, order, 'MODIFY PENDING', at)
  scheduleLeg(world, order, 'modify_apply', at)
}

/** The change arrives at the exchange: the order takes its new values and joins the queue anew. */
export function stepModifyApply(world: World, order: OrderState, at: EpochMs): void {
  const change = order.pendingChange
  if (isTerminal(order.status) || change === null) return
  if (change.quantity <= order.filledQuantity) {
    failChange(world, order, 'Quantity cannot be changed to the filled quantity or less.', at)
    return
  }
  if (change.orderType === 'SL-M') {
    failChange(world, order, '16052 Function not available', at)
    return
  }
  const rests = change.orderType === 'LIMIT' || order.venue === 'book'
  if (rests && isBeyondLpp(world, order, change.price)) {
    failChange(world, order, LPP_MESSAGE, at)
    return
  }
  Object.assign(order, change)
  order.pendingChange = null
  order.modified = true
  order.exchangeUpdateAt = at
  if (order.side === 'BUY') order.blockedPremium = premiumAtStake(order)
  setStatus(world, order, 'MODIFIED', at)
  if (rests) {
    enterExchange(world, order, 'book')
    setStatus(world, order, 'OPEN', at)
    announceUpdate(world, order, at)
    tradeWithBook(world, order, at, false)
  } else {
    setStatus(world, order, 'TRIGGER PENDING', at)
    announceUpdate(world, order, at)
    if (isTriggered(world, order)) fireStop(world, order, at)
  }
  cancelImmediateRest(world, order, at)
}

/** A change that failed leaves the order live with its old values; the history shows why. */
function failChange(world: World, order: OrderState, reason: string, at: EpochMs): void {
  order.pendingChange = null
  if (order.side === 'BUY') order.blockedPremium = premiumAtStake(order)
  log(world, at, order.accountId, { type: 'modify_failed', orderId: order.orderId, reason })
  setStatus(world, order, order.restingStatus ?? 'OPEN', at, { message: reason })
}

/** Takes or refuses a cancel. It may lose its race against a fill. */
export function cancelOrder(
  world: World,
  account: AccountState,
  variety: string,
  orderId: string,
  now: EpochMs,
): ChangeOutcome {
  const order = ownOrder(world, account, variety, orderId)
  const isAmo = order?.status === 'AMO REQ RECEIVED'
  const cancellable = order !== undefined && (order.status === 'OPEN' || order.status === 'TRIGGER PENDING' || isAmo)
  const refusal =
    refusedCall(world, account, now) ??
    (order === undefined ? refusals.unknownOrder() : cancellable ? undefined : refusals.cannotCancel())
  if (refusal !== undefined) {
    log(world, now, account.accountId, { type: 'order_refused', call: 'cancel', orderId, refusal })
    return { ok: false, refusal }
  }
  log(world, now, account.accountId, { type: 'cancel_taken', orderId })
  if (isAmo) {
    setStatus(world, order, 'CANCEL AMO REQ RECEIVED', now)
    setStatus(world, order, 'CANCELLED', now)
    return { ok: true, orderId }
  }
  beginCancel(world, order!, now)
  return { ok: true, orderId }
}

/** Sends a cancel on its way, for a client or for the broker itself. */
export function beginCancel(world: World, order: OrderState, at: EpochMs): void {
  setStatus(world, order, 'CANCEL PENDING', at)
  scheduleLeg(world, order, 'cancel_apply', at)
}

/** The cancel arrives at the exchange. */
export function stepCancelApply(world: World, order: OrderState, at: EpochMs): void {
  if (isTerminal(order.status) || !isWorking(order)) return
  order.exchangeUpdateAt = at
  const loses = takeFault(world.state.faults, order.accountId, 'cancel_loses', (one) => meetsOrder(one, order.orderId))
  if (loses !== undefined) {
    fill(world, order, restOf(order), order.price, at)
    return
  }
  setStatus(world, order, 'CANCELLED', at)
}

/** A TTL order's time is up. */
export function stepTtlEnd(world: World, order: OrderState, at: EpochMs): void {
  if (isTerminal(order.status) || !isWorking(order) || order.validity !== 'TTL') return
  order.exchangeUpdateAt = at
  setStatus(world, order, 'CANCELLED', at, { message: 'The order was cancelled as its validity (TTL) ended.' })
}

function ownOrder(world: World, account: AccountState, variety: string, orderId: string): OrderState | undefined {
  const order = world.state.orders.get(orderId)
  return order?.accountId === account.accountId && order.variety === variety ? order : undefined
}
