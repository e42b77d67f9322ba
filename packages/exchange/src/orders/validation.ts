import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { isTickPrice } from '@strikewise/domain/money/ticks.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderRequest, OrderType, Product, Refusal, Side } from '../order-types.ts'
import { contractNamed, freezeQuantity, isFuture, isTrading, lastPrice, spot, type World } from '../world/world.ts'
import { refusals } from './refusals.ts'

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
  readonly side: Side
  readonly orderType: OrderType
  readonly quantity: number
  readonly price: Paise
  readonly triggerPrice: Paise
  readonly marketProtection: number
}

/**
 * Why a new order is refused before it gets an id (fact sheet §4.3), or the contract it is for. The order of checks is
 * the order a user would want to hear them: what is asked, then whether the market takes it now.
 */
export function checkRequest(world: World, request: OrderRequest, now: EpochMs): Refusal | OptionContract {
  if (!VARIETIES.includes(request.variety)) return refusals.invalid('variety')
  if (request.exchange !== 'NFO') return refusals.invalid('exchange')
  const contract = contractNamed(world, request.tradingsymbol)
  if (contract === undefined)
    return isFuture(world, request.tradingsymbol) ? refusals.optionsOnly() : refusals.invalid('tradingsymbol')
  if (contract.expiry < world.state.day) return refusals.invalid('tradingsymbol')
  if (request.tag !== null && request.tag.length > MAX_TAG_LENGTH) return refusals.tagTooLong()
  if (request.validity === 'TTL' && !(request.validityTtlMinutes >= 1)) return refusals.invalid('validity_ttl')
  if (request.disclosedQuantity < 0 || request.disclosedQuantity > request.quantity)
    return refusals.invalid('disclosed_quantity')
  return (
    (request.variety === 'amo' ? checkAmo(world, request, now) : checkHours(world, request.product, now)) ??
    checkIceberg(contract, request) ??
    checkTerms(world, contract, firstOf(request), request.autoslice ? MAX_SLICES : 1) ??
    checkStrike(world, contract, request) ??
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
): Refusal | undefined {
  if (iceberg === undefined) return undefined
  const { legs, legQuantity } = iceberg
  if (validity === 'IOC') return refusals.invalid('validity')
  if (orderType === 'SL' || orderType === 'SL-M') return refusals.invalid('order_type')
  if (legs < LEGS.fewest || legs > LEGS.most || legQuantity <= 0) return refusals.icebergLegs()
  if (quantity % contract.lotSize !== 0) return refusals.lot(contract.lotSize)
  return Math.ceil(quantity / legQuantity) === legs ? undefined : refusals.icebergLegs()
}

function checkAmo(world: World, { orderType }: OrderRequest, now: EpochMs): Refusal | undefined {
  if (!isAmoTime(world, now)) return refusals.amoHours()
  return orderType === 'MARKET' || orderType === 'SL-M' ? refusals.amoLimitOnly() : undefined
}

/** Whether after market orders are taken, changed and cancelled. */
export function isAmoTime(world: World, now: EpochMs): boolean {
  const { session, day } = world.state
  if (session === undefined || session.windows.length === 0) return true
  const from = Math.max(session.closesAt, istInstant(day, AMO_FROM.hour, AMO_FROM.minute))
  return now < session.opensAt - AMO_ENDS_BEFORE_OPEN_MS || now >= from
}

/** The checks that a new order and a change share. `slices`: how many orders of the freeze quantity it may make. */
export function checkTerms(
  world: World,
  contract: OptionContract,
  terms: PriceTerms,
  slices: number,
): Refusal | undefined {
  if (!Number.isSafeInteger(terms.quantity) || terms.quantity <= 0) return refusals.invalid('quantity')
  if (terms.quantity % contract.lotSize !== 0) return refusals.lot(contract.lotSize)
  const freeze = freezeQuantity(world, contract)
  if (terms.quantity > freeze) {
    if (slices === 1) return refusals.freeze(terms.quantity, contract.lotSize, freeze)
    const slice = Math.floor(freeze / contract.lotSize) * contract.lotSize
    const needed = Math.ceil(terms.quantity / slice)
    if (needed > slices) return refusals.tooManySlices(needed)
  }
  return checkPrices(world, contract, terms)
}

function checkPrices(world: World, contract: OptionContract, terms: PriceTerms): Refusal | undefined {
  const { orderType, side, price, triggerPrice, marketProtection } = terms
  const hasPrice = orderType === 'LIMIT' || orderType === 'SL'
  const hasTrigger = orderType === 'SL' || orderType === 'SL-M'
  if (!hasPrice) {
    if (marketProtection === 0) return refusals.marketProtection()
    if (marketProtection !== -1 && !(marketProtection > 0 && marketProtection <= 100))
      return refusals.invalid('market_protection')
  }
  if (hasPrice && price === 0) return refusals.missing('price')
  if (hasTrigger && triggerPrice === 0) return refusals.missing('trigger_price')
  if (hasPrice && !isTickPrice(price, contract.tickSize)) return refusals.tick(contract.tickSize)
  if (hasTrigger && !isTickPrice(triggerPrice, contract.tickSize)) return refusals.tick(contract.tickSize)
  if (hasTrigger) {
    const last = lastPrice(world, contract.token)
    if (last > 0 && (side === 'SELL' ? triggerPrice >= last : triggerPrice <= last))
      return refusals.triggerSide(side, last)
    if (hasPrice && (side === 'SELL' ? price > triggerPrice : price < triggerPrice))
      return refusals.triggerBeyondPrice(side)
  }
  if (hasPrice) {
    const limits = world.market.circuitLimits(contract.token)
    if (price < limits.lower || price > limits.upper) return refusals.circuit(limits)
  }
  return undefined
}

function checkHours(world: World, product: Product, now: EpochMs): Refusal | undefined {
  if (!isTrading(world, now)) {
    return world.state.session === undefined && product === 'MIS' ? refusals.closedMis() : refusals.closed()
  }
  return product === 'MIS' && world.state.squaredOff ? refusals.misWindow() : undefined
}

/** Far strikes may be bought intraday only (rules sheet §10). Selling out of one is always possible. */
function checkStrike(world: World, contract: OptionContract, request: OrderRequest): Refusal | undefined {
  const level = spot(world, contract.symbol) / 100
  if (request.product !== 'NRML' || request.side !== 'BUY' || level === 0) return undefined
  return Math.abs(contract.strike - level) > (level * world.rules.strikeRangePct) / 100 ? refusals.strike() : undefined
}
