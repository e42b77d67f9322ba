import { normalQuantile } from '../statistics/normal-quantile.ts'
import { normalCdf, SQRT_TWO_PI } from '../market/black76.ts'

/** An option of which delta and price are recorded, but neither forward nor volatility. */
export interface DeltaAndPrice {
  /** Signed Black-76 delta against the forward, discounted: 0 … 1 for calls, -1 … 0 for puts. */
  readonly delta: number
  /** Discounted price, in the unit of `strike`. */
  readonly price: number
  readonly strike: number
  /** Years of 365 days to expiry. */
  readonly years: number
  /** Interest a year, continuous. */
  readonly rate: number
}

/** Wider than any option: a volatility of 500 % over five weeks. */
const MAX_DEVIATION = 1.5
/** Halvings of the searched deviations: to less than a billionth. */
const HALVINGS = 44

/**
 * Theta of an option a calendar day, in the unit of `price`, negative where it loses value (signals reference §1.4). Delta gives
 * d1; with it the price rises with sigma √t alone, so the two name one volatility and one forward. Undefined: no volatility has
 * this delta and price, as with no time left.
 */
export function thetaFromDelta({ delta, price, strike, years, rate }: DeltaAndPrice): number | undefined {
  const discount = Math.exp(-rate * years)
  const probability = Math.abs(delta) / discount
  if (!(years > 0 && price > 0 && probability > 0 && probability < 1)) return undefined
  const sign = delta > 0 ? 1 : -1
  const d1 = sign * normalQuantile(probability)
  const bell = Math.exp(-0.5 * d1 * d1) / SQRT_TWO_PI
  const forwardAt = (deviation: number) => strike * Math.exp(d1 * deviation - (deviation * deviation) / 2)
  const priceAt = (deviation: number) =>
    sign * discount * (forwardAt(deviation) * probability - strike * normalCdf(sign * (d1 - deviation)))
  // A call's price falls again beyond this deviation, where its forward does.
  let high = sign === 1 ? Math.min(MAX_DEVIATION, d1 + bell / probability) : MAX_DEVIATION
  if (!(priceAt(high) > price)) return undefined
  let low = 0
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2
    if (priceAt(middle) < price) low = middle
    else high = middle
  }
  return (rate * price - (forwardAt(high) * discount * bell * high) / (2 * years)) / 365
}
