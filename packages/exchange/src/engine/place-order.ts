import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountState } from '../state/account-state.ts'
import { countOrderCall } from '../state/call-counter.ts'
import { availableCash } from '../accounts/margins.ts'
import { matchesSide, takeFault } from '../faults.ts'
import type { OrderRequest, PlaceOutcome, OrderRejection, SliceOutcome } from '../order-types.ts'
import { orderIdFor } from '../orders/ids.ts'
import type { OrderState } from '../state/order-state.ts'
import { protectedPrice } from '../orders/market-protection.ts'
import { rejections } from '../orders/rejections.ts'
import { checkRequest } from '../orders/validation.ts'
import { pushAt } from '@strikewise/domain/collections/min-heap.ts'
import { delayVisibleState, holdStep, NEVER_DUE, scheduleLeg, setStatus } from './order-status.ts'
import { freezeQuantity, lastPrice, log, type ExchangeContext } from '../state/exchange-state.ts'

/** Takes an order (or, with autoslice, several) or refuses it synchronously. */
export function placeOrder(
  context: ExchangeContext,
  account: AccountState,
  request: OrderRequest,
  now: EpochMs,
): PlaceOutcome {
  const refusal = rejectedCall(context, account, now)
  const checked = refusal ?? checkRequest(context, request, now)
  if ('errorType' in checked) {
    log(context, now, account.accountId, { type: 'order_refused', call: 'place', orderId: null, refusal: checked })
    return { ok: false, refusal: checked }
  }
  if (request.iceberg !== undefined) {
    const leg = takeLeg(context, account, checked, request, now, { leg: 1, left: request.quantity, parent: null })
    return { ok: true, orderId: leg.orderId }
  }
  const freeze = freezeQuantity(context, checked)
  if (request.quantity <= freeze)
    return { ok: true, orderId: takeOrder(context, account, checked, request, now).orderId }
  return placeSlices(context, account, checked, request, Math.floor(freeze / checked.lotSize) * checked.lotSize, now)
}

/** The per-second and daily limits, and a forced rejection. Shared by place, modify and cancel. */
export function rejectedCall(
  context: ExchangeContext,
  account: AccountState,
  now: EpochMs,
): OrderRejection | undefined {
  const over = countOrderCall(account.calls, now, context.countedAt(now))
  if (over !== undefined) return over === 'too_many' ? rejections.tooManyRequests() : rejections.orderCap()
  return takeFault(context.state.faults, account.accountId, 'refuse_next')?.refusal
}

/**
 * Splits above the freeze quantity, all slices at once. Funds are checked per slice and at once, so some may be refused
 * while others go: partial success is normal (fact sheet §8).
 */
function placeSlices(
  context: ExchangeContext,
  account: AccountState,
  contract: OptionContract,
  request: OrderRequest,
  sliceQuantity: number,
  now: EpochMs,
): PlaceOutcome {
  const children: SliceOutcome[] = []
  let free = availableCash(context, account)
  let parent: string | null = null
  let firstRejection: OrderRejection | undefined
  for (let left = request.quantity; left > 0; left -= sliceQuantity) {
    const slice = { ...request, quantity: Math.min(left, sliceQuantity), autoslice: false }
    const needed = request.side === 'BUY' ? slice.quantity * limitOf(context, contract, slice).price : 0
    if (needed > free) {
      const refusal = rejections.margin(needed as Paise, free)
      firstRejection ??= refusal
      children.push({ error: { code: 400, error_type: refusal.errorType, message: refusal.message, data: null } })
      continue
    }
    free = (free - needed) as Paise
    const order = takeOrder(context, account, contract, slice, now, { parentOrderId: parent })
    parent ??= order.orderId
    children.push({ order_id: order.orderId })
  }
  if (parent !== null) return { ok: true, orderId: parent, children }
  const refusal = firstRejection!
  log(context, now, account.accountId, { type: 'order_refused', call: 'place', orderId: null, refusal })
  return { ok: false, refusal }
}

/** Sends one leg of an iceberg out: `left` units are still to go, this leg among them. */
function takeLeg(
  context: ExchangeContext,
  account: AccountState,
  contract: OptionContract,
  request: OrderRequest,
  now: EpochMs,
  { leg, left, parent }: { leg: number; left: number; parent: string | null },
): OrderState {
  const { legs, legQuantity } = request.iceberg!
  const quantity = Math.min(legQuantity, left)
  const iceberg = { leg, legs, legQuantity, totalQuantity: request.quantity, remainingQuantity: left - quantity }
  return takeOrder(context, account, contract, { ...request, quantity }, now, { parentOrderId: parent, iceberg })
}

/** After a leg of an iceberg is filled the next one goes out, at the same limit; a cancelled one is the last. */
export function sendNextLeg(context: ExchangeContext, account: AccountState, order: OrderState, now: EpochMs): void {
  const { iceberg } = order
  if (iceberg === null || iceberg.remainingQuantity === 0) return
  const request: OrderRequest = {
    variety: order.variety,
    exchange: 'NFO',
    tradingsymbol: order.contract.tradingsymbol,
    side: order.side,
    orderType: order.orderType,
    quantity: iceberg.totalQuantity,
    product: order.product,
    price: order.price,
    triggerPrice: order.triggerPrice,
    validity: order.validity,
    validityTtlMinutes: order.validityTtlMinutes,
    disclosedQuantity: order.disclosedQuantity,
    marketProtection: order.marketProtection,
    autoslice: false,
    tag: order.tag,
    algoId: order.algoId,
    iceberg: { legs: iceberg.legs, legQuantity: iceberg.legQuantity },
  }
  const parent = order.parentOrderId ?? order.orderId
  takeLeg(context, account, order.contract, request, now, {
    leg: iceberg.leg + 1,
    left: iceberg.remainingQuantity,
    parent,
  })
}

/** The type, price and tags an order gets: a protected market order becomes a limit order at once. */
export function limitOf(
  context: ExchangeContext,
  contract: OptionContract,
  terms: Pick<OrderRequest, 'orderType' | 'side' | 'price' | 'marketProtection'>,
): { orderType: OrderState['orderType']; price: Paise; tags: readonly string[] } {
  if (terms.orderType !== 'MARKET') return { orderType: terms.orderType, price: terms.price, tags: [] }
  const last = lastPrice(context, contract.token)
  const limits = context.market.circuitLimits(contract.token)
  const { price, tags } = protectedPrice(terms.side, last, terms.marketProtection, contract.tickSize, limits)
  return { orderType: 'LIMIT', price, tags }
}

/** Where an order comes from when it is not simply the account's own. */
interface OrderOrigin {
  /** The first order of those that its request was split into. */
  readonly parentOrderId?: string | null
  /** `RMS` when the broker acts. */
  readonly placedBy?: string
  readonly iceberg?: OrderState['iceberg']
}

/** Registers a checked order and starts it on its way. */
export function takeOrder(
  context: ExchangeContext,
  account: AccountState,
  contract: OptionContract,
  request: OrderRequest,
  now: EpochMs,
  origin: OrderOrigin = {},
): OrderState {
  account.orderCount += 1
  const order = receivedOrder(context, account, contract, request, now, origin)
  const { placedBy } = order
  context.state.orders.set(order.orderId, order)
  account.orderIds.push(order.orderId)
  account.live.add(order.orderId)
  log(context, now, account.accountId, { type: 'order_taken', orderId: order.orderId, request, placedBy })
  if (request.variety === 'amo') {
    // It waits for the open (`sendAfterMarketOrders`).
    setStatus(context, order, 'AMO REQ RECEIVED', now)
    return order
  }
  setStatus(context, order, 'PUT ORDER REQ RECEIVED', now)
  start(context, order, now)
  return order
}

/** The account's newest order as the broker has it before any check: nothing sent, nothing filled. */
function receivedOrder(
  context: ExchangeContext,
  account: AccountState,
  contract: OptionContract,
  request: OrderRequest,
  now: EpochMs,
  origin: OrderOrigin,
): OrderState {
  const doom = takeFault(context.state.faults, account.accountId, 'reject_next', (one) =>
    matchesSide(one, request.side),
  )
  const remark = takeFault(context.state.faults, account.accountId, 'message_next', (one) =>
    matchesSide(one, request.side),
  )
  const limit = limitOf(context, contract, request)
  return {
    orderId: orderIdFor(context.state.day, account.index, account.orderCount),
    accountId: account.accountId,
    ordinal: account.orderCount,
    contract,
    variety: request.variety,
    side: request.side,
    product: request.product,
    tag: request.tag,
    algoId: request.algoId,
    disclosedQuantity: request.disclosedQuantity,
    placedBy: origin.placedBy ?? account.accountId,
    parentOrderId: origin.parentOrderId ?? null,
    placedAt: now,
    iceberg: origin.iceberg ?? null,
    remark: remark?.message ?? null,
    ordained: doom ? { message: doom.message, raw: doom.messageRaw ?? doom.message } : null,
    orderType: limit.orderType,
    quantity: request.quantity,
    price: limit.price,
    triggerPrice: request.triggerPrice,
    validity: request.validity,
    validityTtlMinutes: request.validity === 'TTL' ? request.validityTtlMinutes : 0,
    marketProtection: request.marketProtection,
    protectionTags: limit.tags,
    status: 'PUT ORDER REQ RECEIVED',
    restingStatus: null,
    statusMessage: null,
    statusMessageRaw: null,
    venue: 'broker',
    exchangeOrderId: null,
    registeredAt: now,
    exchangeAt: null,
    exchangeUpdateAt: null,
    filledQuantity: 0,
    filledValue: 0 as Paise,
    cancelledQuantity: 0,
    shownPending: null,
    modified: false,
    modifications: 0,
    cappedAt: -1,
    pendingChange: null,
    blockedPremium: 0 as Paise,
    chargesPosted: 0 as Paise,
    heldStep: null,
    heldUntil: null,
    viewAsOf: now,
    viewUntil: 0 as EpochMs,
    withheld: [],
    row: null,
    history: [],
  }
}

/** At the open: what was ordered after the market goes its way. */
export function sendAfterMarketOrders(context: ExchangeContext, at: EpochMs): void {
  for (const order of context.state.orders.values()) if (order.status === 'AMO REQ RECEIVED') start(context, order, at)
}

function start(context: ExchangeContext, order: OrderState, now: EpochMs): void {
  const hidden = takeFault(context.state.faults, order.accountId, 'hide', (fault) => matchesSide(fault, order.side))
  if (hidden === undefined) {
    scheduleLeg(context, order, 'validate', now)
    return
  }
  const until = hidden.forMs === null ? NEVER_DUE : ((now + hidden.forMs) as EpochMs)
  delayVisibleState(context, order, (now - 1) as EpochMs, until)
  if (hidden.hold) holdStep(context, order, 'validate', hidden.forMs === null ? null : until)
  else scheduleLeg(context, order, 'validate', now)
}

/** The exchange ends a TTL order this many minutes after it arrived. */
export function scheduleTtl(context: ExchangeContext, order: OrderState, at: EpochMs): void {
  if (order.validity !== 'TTL') return
  pushAt(context.state.steps, at + order.validityTtlMinutes * MINUTE_MS, { orderId: order.orderId, kind: 'ttl_end' })
}
