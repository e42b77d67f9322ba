import type { OrderType, Product, OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { isTickPrice } from '@strikewise/domain/money/ticks.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderRequest, OrderRejection } from '../order-types.ts'
import {
  contractNamed,
  freezeQuantity,
  isFuture,
  isTrading,
  lastPrice,
  spot,
  type ExchangeContext,
} from '../state/exchange-state.ts'
import { rejections } from './rejections.ts'

/** Cover orders are not for options, auctions not for the sandbox. */
const VARIETIES: readonly string[] = ['regular', 'amo', 'iceberg']
const MAX_TAG_LENGTH = 20
const LEGS = { fewest: 2, most: 50 } as const
/** After market orders wait for the next open; none are taken from shortly before it until after the close. */
const AMO_ENDS_BEFORE_OPEN_MS = 5 * MINUTE_MS
const AMO_FROM = { hour: 15, minute: 45 } as const
const MAX_SLICES = 10

/** The price terms of an order, new or changed: what the checks below look at. */
interface PriceTerms {
  readonly side: OrderSide
  readonly orderType: OrderType
  readonly quantity: number
  readonly price: Paise
  readonly triggerPrice: Paise
  readonly marketProtection: number
}

/**
 * Why a new order is refused before it gets an id (fact sheet §4.3), or the contract it is for. The order of checks is
 * the order that is most useful to a user: what is asked, then whether the market takes it now.
 */
export function checkRequest(
  context: ExchangeContext,
  request: OrderRequest,
  now: EpochMs,
): OrderRejection | OptionContract {
  if (!VARIETIES.includes(request.variety)) return rejections.invalid('variety')
  if (request.exchange !== 'NFO') return rejections.invalid('exchange')
  const contract = contractNamed(context, request.tradingsymbol)
  if (contract === undefined)
    return isFuture(context, request.tradingsymbol) ? rejections.optionsOnly() : rejections.invalid('tradingsymbol')
  if (contract.expiry < context.state.day) return rejections.invalid('tradingsymbol')
  if (request.tag !== null && request.tag.length > MAX_TAG_LENGTH) return rejections.tagTooLong()
  if (request.validity === 'TTL' && !(request.validityTtlMinutes >= 1)) return rejections.invalid('validity_ttl')
  if (request.disclosedQuantity < 0 || request.disclosedQuantity > request.quantity)
    return rejections.invalid('disclosed_quantity')
  return (
    (request.variety === 'amo' ? checkAmo(context, request, now) : checkHours(context, request.product, now)) ??
    checkIceberg(contract, request) ??
    checkTerms(context, contract, firstOf(request), request.autoslice ? MAX_SLICES : 1) ??
    checkStrike(context, contract, request) ??
    contract
  )
}

/** What goes out first: a leg of an iceberg, else the order itself. */
export function firstOf(request: OrderRequest): OrderRequest {
  const { iceberg } = request
  return iceberg === undefined ? request : { ...request, quantity: Math.min(iceberg.legQuantity, request.quantity) }
}

function checkIceberg(
  contract: OptionContract,
  { iceberg, quantity, validity, orderType }: OrderRequest,
): OrderRejection | undefined {
  if (iceberg === undefined) return undefined
  const { legs, legQuantity } = iceberg
  if (validity === 'IOC') return rejections.invalid('validity')
  if (orderType === 'SL' || orderType === 'SL-M') return rejections.invalid('order_type')
  if (legs < LEGS.fewest || legs > LEGS.most || legQuantity <= 0) return rejections.icebergLegs()
  if (quantity % contract.lotSize !== 0) return rejections.lot(contract.lotSize)
  return Math.ceil(quantity / legQuantity) === legs ? undefined : rejections.icebergLegs()
}

function checkAmo(context: ExchangeContext, { orderType }: OrderRequest, now: EpochMs): OrderRejection | undefined {
  if (!isAmoTime(context, now)) return rejections.amoHours()
  return orderType === 'MARKET' || orderType === 'SL-M' ? rejections.amoLimitOnly() : undefined
}

/** Whether after market orders are taken, changed and cancelled. */
export function isAmoTime(context: ExchangeContext, now: EpochMs): boolean {
  const { session, day } = context.state
  if (session === undefined || session.windows.length === 0) return true
  const from = Math.max(session.closesAt, istInstant(day, AMO_FROM.hour, AMO_FROM.minute))
  return now < session.opensAt - AMO_ENDS_BEFORE_OPEN_MS || now >= from
}

/** The checks that a new order and a change share. `slices`: how many orders of the freeze quantity it may make. */
export function checkTerms(
  context: ExchangeContext,
  contract: OptionContract,
  terms: PriceTerms,
  slices: number,
): OrderRejection | undefined {
  if (!Number.isSafeInteger(terms.quantity) || terms.quantity <= 0) return rejections.invalid('quantity')
  if (terms.quantity % contract.lotSize !== 0) return rejections.lot(contract.lotSize)
  const freeze = freezeQuantity(context, contract)
  if (terms.quantity > freeze) {
    if (slices === 1) return rejections.freeze(terms.quantity, contract.lotSize, freeze)
    const slice = Math.floor(freeze / contract.lotSize) * contract.lotSize
    const needed = Math.ceil(terms.quantity / slice)
    if (needed > slices) return rejections.tooManySlices(needed)
  }
  return checkPrices(context, contract, terms)
}

function checkPrices(
  context: ExchangeContext,
  contract: OptionContract,
  terms: PriceTerms,
): OrderRejection | undefined {
  const { orderType, side, price, triggerPrice, marketProtection } = terms
  const hasPrice = orderType === 'LIMIT' || orderType === 'SL'
  const hasTrigger = orderType === 'SL' || orderType === 'SL-M'
  if (!hasPrice) {
    if (marketProtection === 0) return rejections.marketProtection()
    if (marketProtection !== -1 && !(marketProtection > 0 && marketProtection <= 100))
      return rejections.invalid('market_protection')
  }
  if (hasPrice && price === 0) return rejections.missing('price')
  if (hasTrigger && triggerPrice === 0) return rejections.missing('trigger_price')
  if (hasPrice && !isTickPrice(price, contract.tickSize)) return rejections.tick(contract.tickSize)
  if (hasTrigger && !isTickPrice(triggerPrice, contract.tickSize)) return rejections.tick(contract.tickSize)
  if (hasTrigger) {
    const last = lastPrice(context, contract.token)
    if (last > 0 && (side === 'SELL' ? triggerPrice >= last : triggerPrice <= last))
      return rejections.triggerSide(side, last)
    if (hasPrice && (side === 'SELL' ? price > triggerPrice : price < triggerPrice))
      return rejections.triggerBeyondPrice(side)
  }
  if (hasPrice) {
    const limits = context.market.circuitLimits(contract.token)
    if (price < limits.lower || price > limits.upper) return rejections.circuit(limits)
  }
  return undefined
}

function checkHours(context: ExchangeContext, product: Product, now: EpochMs): OrderRejection | undefined {
  if (!isTrading(context, now)) {
    return context.state.session === undefined && product === 'MIS' ? rejections.closedMis() : rejections.closed()
  }
  return product === 'MIS' && context.state.squaredOff ? rejections.misWindow() : undefined
}

/** Far strikes may be bought intraday only (rules sheet §10). Selling out of one is always possible. */
function checkStrike(
  context: ExchangeContext,
  contract: OptionContract,
  request: OrderRequest,
): OrderRejection | undefined {
  const level = spot(context, contract.symbol) / 100
  if (request.product !== 'NRML' || request.side !== 'BUY' || level === 0) return undefined
  return Math.abs(contract.strike - level) > (level * context.rules.strikeRangePct) / 100
    ? rejections.strike()
    : undefined
}
