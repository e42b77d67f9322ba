import { isTickPrice } from '@strikewise/domain/money/ticks.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { DAY_MS, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderRejection } from '../order-types.ts'
import { rejections } from '../orders/rejections.ts'
import { contractNamed, isFuture, lastPrice, type ExchangeContext } from '../state/exchange-state.ts'
import type { GttTerms } from '../state/gtt-state.ts'
import type { GttLeg, GttRequest } from '../gtt-types.ts'

const LIFE_MS = 365 * DAY_MS
/** A trigger keeps one part in this many of the last price away from it: 0.25 %. */
const CLOSEST_PART = 400

/** Why a trigger is refused, or what it stands for. Funds and the day's price band are checked only when it fires. */
export function checkGtt(
  context: ExchangeContext,
  request: GttRequest,
  createdAt: EpochMs,
  now: EpochMs,
): OrderRejection | GttTerms {
  const { legs, triggerPrices } = request
  const expected = request.type === 'two-leg' ? 2 : 1
  if (triggerPrices.length !== expected) return rejections.invalid('trigger_values')
  if (legs.length !== expected) return rejections.invalid('orders')
  if (request.exchange !== 'NFO') return rejections.invalid('exchange')
  const contract = contractNamed(context, request.tradingsymbol)
  if (contract === undefined)
    return isFuture(context, request.tradingsymbol) ? rejections.optionsOnly() : rejections.invalid('tradingsymbol')
  const expiresAt = expiryOf(context, contract, createdAt)
  if (expiresAt <= now) return rejections.invalid('tradingsymbol')
  for (const leg of legs) {
    const refusal = checkLeg(request, leg, contract)
    if (refusal !== undefined) return refusal
  }
  const last = lastPrice(context, contract.token) || request.lastPrice
  const refusal = checkTriggers(triggerPrices, last, contract)
  return refusal ?? { request, contract, expiresAt, firesBelow: triggerPrices.map((price) => price < last) }
}

function checkLeg(request: GttRequest, leg: GttLeg, contract: OptionContract): OrderRejection | undefined {
  if (leg.exchange !== request.exchange || leg.tradingsymbol !== request.tradingsymbol)
    return rejections.invalid('orders.tradingsymbol')
  if (leg.orderType !== 'LIMIT') return rejections.gttLimitOnly()
  if (leg.product !== 'NRML') return rejections.gttProduct()
  if (!Number.isSafeInteger(leg.quantity) || leg.quantity <= 0) return rejections.invalid('orders.quantity')
  if (leg.quantity % contract.lotSize !== 0) return rejections.lot(contract.lotSize)
  return isTickPrice(leg.price, contract.tickSize) ? undefined : rejections.tick(contract.tickSize)
}

function checkTriggers(
  prices: readonly Paise[],
  last: Paise,
  { tickSize }: OptionContract,
): OrderRejection | undefined {
  for (const price of prices) {
    if (!isTickPrice(price, tickSize)) return rejections.tick(tickSize)
    if (Math.abs(price - last) * CLOSEST_PART < last) return rejections.gttTooClose(last)
  }
  const [low, high] = prices
  return high !== undefined && (low! > last || high < last) ? rejections.gttSides(last) : undefined
}

/** A year after it was made, and never later than the contract's last close. */
function expiryOf(context: ExchangeContext, contract: OptionContract, createdAt: EpochMs): EpochMs {
  const lastClose = context.calendar.sessionOn(contract.expiry)?.closesAt ?? istInstant(contract.expiry, 24)
  return Math.min(lastClose, createdAt + LIFE_MS) as EpochMs
}
