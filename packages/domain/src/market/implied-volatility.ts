import { SQRT_TWO_PI, upperTail } from './black76.ts'

const MIN_SIGMA = 0.005
const MAX_SIGMA = 5
/** Steps of Newton accepted as converged, in volatility. */
const TOLERANCE = 1e-10
const MAX_STEPS = 100

/** Time value under which volatility is not computed: ₹0.05, one tick. */
const MIN_TIME_VALUE = 0.05

/**
 * Implied volatility of one option at a time by Black-76 (signals reference §1.4). What the options of an expiry, or the
 * two of a strike, have in common is computed once, and nothing is allocated: the numbers of the option at hand are fields.
 */
export class ImpliedVolatility {
  /** Of the expiry. */
  forward = 0.5
  years = 0.5
  rate = 0.5
  discount = 0.5
  root = 0.5
  /** Of the strike. */
  strike = 0.5
  #moneyness = 0.5
  /** Of the option, at the volatility tried last: its deviation to expiry, N(±d1), N(±d2) and exp(-d1² / 2). */
  deviation = 0.5
  first = 0.5
  second = 0.5
  bell = 0.5

  /** `forward` in the unit of strikes and prices, `years` to expiry. */
  setExpiry(forward: number, years: number, rate: number): void {
    this.forward = forward
    this.years = years
    this.rate = rate
    this.discount = Math.exp(-rate * years)
    this.root = Math.sqrt(years)
  }

  setStrike(strike: number): void {
    this.strike = strike
    this.#moneyness = Math.log(this.forward / strike)
  }

  /**
   * Writes the volatility behind the discounted price of one leg, a call (`sign` 1) or put (-1) of the strike, into
   * `iv[leg]`; the search begins at what stands there. The columns are passed: a number would be boxed at each call.
   * Newton steps inside a bracket (bisection whenever a step leaves it). NaN: no time left, price not above discounted
   * intrinsic + 0.05 or not below its bound, or outside 0.5 % … 500 %. An in-the-money price is first turned into its
   * out-of-the-money twin by parity: same volatility, more digits.
   */
  find(leg: number, sign: 1 | -1, prices: Float64Array, iv: Float64Array): void {
    const guess = iv[leg]!
    const price = prices[leg]!
    const forward = this.forward
    const strike = this.strike
    const discount = this.discount
    iv[leg] = Number.NaN
    if (!(this.years > 0) || !(price > 0) || !(forward > 0)) return
    const inTheMoney = sign * (forward - strike) * discount
    const bound = discount * (sign === 1 ? forward : strike)
    if (price <= Math.max(0, inTheMoney) + MIN_TIME_VALUE || price >= bound) return
    const twin = inTheMoney > 0 ? (sign === 1 ? -1 : 1) : sign
    // Undiscounted from here on: the target and the steps are in forward money.
    const target = (inTheMoney > 0 ? price - inTheMoney : price) / discount
    const root = this.root
    let low = MIN_SIGMA
    let high = MAX_SIGMA
    let sigma =
      guess > low && guess < high ? guess : Math.min(Math.max((target * SQRT_TWO_PI) / (forward * root), 0.05), 2)
    for (let step = 0; step < MAX_STEPS; step += 1) {
      this.deviation = sigma * root
      this.evaluate(twin)
      const miss = twin * (forward * this.first - strike * this.second) - target
      if (miss > 0) high = sigma
      else low = sigma
      let next = sigma - miss / (forward * (this.bell / SQRT_TWO_PI) * root)
      // Also catches a slope of 0, which makes `next` infinite or NaN.
      if (!(next > low && next < high)) next = (low + high) / 2
      const moved = Math.abs(next - sigma)
      sigma = next
      if (moved < TOLERANCE) {
        const isAtEdge = sigma - MIN_SIGMA < 1e-9 || MAX_SIGMA - sigma < 1e-9
        iv[leg] = isAtEdge ? Number.NaN : sigma
        return
      }
    }
    iv[leg] = sigma
  }

  /** Computes `first`, `second` and `bell` of Black-76 at `deviation`. */
  evaluate(sign: 1 | -1): void {
    const deviation = this.deviation
    const d1 = this.#moneyness / deviation + deviation / 2
    const d2 = d1 - deviation
    const bell = Math.exp(-0.5 * d1 * d1)
    const tail1 = upperTail(Math.abs(d1), bell)
    const tail2 = upperTail(Math.abs(d2), Math.exp(-0.5 * d2 * d2))
    this.bell = bell
    this.first = sign * d1 > 0 ? 1 - tail1 : tail1
    this.second = sign * d2 > 0 ? 1 - tail2 : tail2
  }
}
