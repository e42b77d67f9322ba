import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountState } from '../accounts/account-state.ts'
import { countOrderCall } from '../accounts/call-counter.ts'
import { freeCash } from '../accounts/margins.ts'
import { meetsSide, takeFault } from '../faults.ts'
import type { OrderRequest, PlaceOutcome, Refusal, SliceOutcome } from '../order-types.ts'
import { orderIdFor } from '../orders/ids.ts'
import type { OrderState } from '../orders/order-state.ts'
import { protectedPrice } from '../orders/protection.ts'
import { refusals } from '../orders/refusals.ts'
import { checkRequest } from '../orders/validation.ts'
import { pushDue } from '../random/due-heap.ts'
import { freezeView, holdStep, NEVER, scheduleLeg, setStatus } from './progress.ts'
import { freezeQuantity, lastPrice, log, type World } from './world.ts'

/** Takes an order (or, with autoslice, several) or refuses it synchronously. */
export function placeOrder(world: World, account: AccountState, request: OrderRequest, now: EpochMs): PlaceOutcome {
  const refusal = refusedCall(world, account, now)
  const checked = refusal ?? checkRequest(world, request, now)
  if ('errorType' in checked) {
    log(world, now, account.accountId, { type: 'order_refused', call: 'place', orderId: null, refusal: checked })
    return { ok: false, refusal: checked }
  }
  if (request.iceberg !== undefined) {
    const leg = takeLeg(world, account, checked, request, now, { leg: 1, left: request.quantity, parent: null })
    return { ok: true, orderId: leg.orderId }
  }
  const freeze = freezeQuantity(world, checked)
  if (request.quantity <= freeze) return { ok: true, orderId: takeOrder(world, account, checked, request, now).orderId }
  return placeSlices(world, account, checked, request, Math.floor(freeze / checked.lotSize) * checked.lotSize, now)
}

/** The per-second and daily limits, and a refusal somebody has ordered. Shared by place, modify and cancel. */
export function refusedCall(world: World, account: AccountState, now: EpochMs): Refusal | undefined {
  const over = countOrderCall(account.calls, now, world.countedAt(now))
  if (over !== undefined) return over === 'too_many' ? refusals.tooManyRequests() : refusals.orderCap()
  return takeFault(world.state.faults, account.accountId, 'refuse_next')?.refusal
}

/**
 * Splits above the freeze quantity, all slices at once. Funds are looked at per slice and at once, so some may be refused
 * while others go: partial success is normal (fact sheet §8).
 */
function placeSlices(
  world: World,
  account: AccountState,
  contract: OptionContract,
  request: OrderRequest,
  sliceQuantity: number,
  now: EpochMs,
): PlaceOutcome {
  const children: SliceOutcome[] = []
  let free = freeCash(world, account)
  let parent: string | null = null
  let firstRefusal: Refusal | undefined
  for (let left = request.quantity; left > 0; left -= sliceQuantity) {
    const slice = { ...request, quantity: Math.min(left, sliceQuantity), autoslice: false }
    const needed = request.side === 'BUY' ? slice.quantity * limitOf(world, contract, slice).price : 0
    if (needed > free) {
      const refusal = refusals.margin(needed as Paise, free)
      firstRefusal ??= refusal
      children.push({ error: { code: 400, error_type: refusal.errorType, message: refusal.message, data: null } })
      continue
    }
    free = (free - needed) as Paise
    const order = takeOrder(world, account, contract, slice, now, parent)
    parent ??= order.orderId
    children.push({ order_id: order.orderId })
  }
  if (parent !== null) return { ok: true, orderId: parent, children }
  const refusal = firstRefusal!
  log(world, now, account.accountId, { type: 'order_refused', call: 'place', orderId: null, refusal })
  return { ok: false, refusal }
}

/** Sends one leg of an iceberg out: `left` units are still to go, this leg among them. */
function takeLeg(
  world: World,
  account: AccountState,
  contract: OptionContract,
  request: OrderRequest,
  now: EpochMs,
  { leg, left, parent }: { leg: number; left: number; parent: string | null },
): OrderState {
  const { legs, legQuantity } = request.iceberg!
  const quantity = Math.min(legQuantity, left)
  const iceberg = { leg, legs, legQuantity, totalQuantity: request.quantity, remainingQuantity: left - quantity }
  return takeOrder(world, account, contract, { ...request, quantity }, now, parent, account.accountId, iceberg)
}

/** After a leg of an iceberg is filled the next one goes out, at the same limit; a cancelled one is the last. */
export function sendNextLeg(world: World, account: AccountState, order: OrderState, now: EpochMs): void {
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
  takeLeg(world, account, order.contract, request, now, {
    leg: iceberg.leg + 1,
    left: iceberg.remainingQuantity,
    parent,
  })
}

/** The type, price and tags an order gets: a protected market order becomes a limit order at once. */
export function limitOf(
  world: World,
  contract: OptionContract,
  terms: Pick<OrderRequest, 'orderType' | 'side' | 'price' | 'marketProtection'>,
): { orderType: OrderState['orderType']; price: Paise; tags: readonly string[] } {
  if (terms.orderType !== 'MARKET') return { orderType: terms.orderType, price: terms.price, tags: [] }
  const last = lastPrice(world, contract.token)
  const limits = world.market.circuitLimits(contract.token)
  const { price, tags } = protectedPrice(terms.side, last, terms.marketProtection, contract.tickSize, limits)
  return { orderType: 'LIMIT', price, tags }
}

/** Registers a checked order and starts it on its way. `placedBy` is the account itself unless the broker acts. */
export function takeOrder(
  world: World,
  account: AccountState,
  contract: OptionContract,
  request: OrderRequest,
  now: EpochMs,
  parentOrderId: string | null = null,
  placedBy = account.accountId,
  iceberg: OrderState['iceberg'] = null,
): OrderState {
  account.orderCount += 1
  const doom = takeFault(world.state.faults, account.accountId, 'reject_next', (one) => meetsSide(one, request.side))
  const remark = takeFault(world.state.faults, account.accountId, 'message_next', (one) => meetsSide(one, request.side))
  const limit = limitOf(world, contract, request)
  const order: OrderState = {
    orderId: orderIdFor(world.state.day, account.index, account.orderCount),
    accountId: account.accountId,
    ordinal: account.orderCount,
    contract,
    variety: request.variety,
    side: request.side,
    product: request.product,
    tag: request.tag,
    algoId: request.algoId,
    disclosedQuantity: request.disclosedQuantity,
    placedBy,
    parentOrderId,
    placedAt: now,
    iceberg,
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
  world.state.orders.set(order.orderId, order)
  account.orderIds.push(order.orderId)
  account.live.add(order.orderId)
  log(world, now, account.accountId, { type: 'order_taken', orderId: order.orderId, request, placedBy })
  if (request.variety === 'amo') {
    // It waits for the open (`sendAfterMarketOrders`).
    setStatus(world, order, 'AMO REQ RECEIVED', now)
    return order
  }
  setStatus(world, order, 'PUT ORDER REQ RECEIVED', now)
  start(world, order, now)
  return order
}

/** At the open: what was ordered after the market goes its way. */
export function sendAfterMarketOrders(world: World, at: EpochMs): void {
  for (const order of world.state.orders.values()) if (order.status === 'AMO REQ RECEIVED') start(world, order, at)
}

function start(world: World, order: OrderState, now: EpochMs): void {
  const hidden = takeFault(world.state.faults, order.accountId, 'hide', (fault) => meetsSide(fault, order.side))
  if (hidden === undefined) {
    scheduleLeg(world, order, 'validate', now)
    return
  }
  const until = hidden.forMs === null ? NEVER : ((now + hidden.forMs) as EpochMs)
  freezeView(world, order, (now - 1) as EpochMs, until)
  if (hidden.hold) holdStep(world, order, 'validate', hidden.forMs === null ? null : until)
  else scheduleLeg(world, order, 'validate', now)
}

/** The exchange ends a TTL order this many minutes after it arrived. */
export function scheduleTtl(world: World, order: OrderState, at: EpochMs): void {
  if (order.validity !== 'TTL') return
  pushDue(world.state.steps, at + order.validityTtlMinutes * MINUTE_MS, { orderId: order.orderId, kind: 'ttl_end' })
}
