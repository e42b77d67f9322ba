/** Seconds of a year of 365 days: time to expiry in years = seconds / this (signals reference §0). */
export const YEAR_SECONDS = 31_536_000

const SQRT_TWO_PI = Math.sqrt(2 * Math.PI)

/** Density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / SQRT_TWO_PI
}

/** Standard normal distribution function to about 1e-15 (Hart's rational approximation as given by West, 2005). */
export function normalCdf(x: number): number {
  const z = Math.abs(x)
  let tail = 0
  if (z <= 37) {
    const e = Math.exp(-0.5 * z * z)
    if (z < 7.07106781186547) {
      let up = 3.52624965998911e-2 * z + 0.700383064443688
      up = up * z + 6.37396220353165
      up = up * z + 33.912866078383
      up = up * z + 112.079291497871
      up = up * z + 221.213596169931
      up = up * z + 220.206867912376
      let down = 8.83883476483184e-2 * z + 1.75566716318264
      down = down * z + 16.064177579207
      down = down * z + 86.7807322029461
      down = down * z + 296.564248779674
      down = down * z + 637.333633378831
      down = down * z + 793.826512519948
      down = down * z + 440.413735824752
      tail = (e * up) / down
    } else {
      const fraction = z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 0.65))))
      tail = e / (fraction * 2.506628274631)
    }
  }
  return x > 0 ? 1 - tail : tail
}

/**
 * Black-76 price of an option on a forward. `sign` +1 call, -1 put; `t` years; `discount` e^(-rt). All of the forward,
 * strike and answer in one unit.
 */
export function black76Price(
  sign: 1 | -1,
  forward: number,
  strike: number,
  t: number,
  sigma: number,
  discount: number,
): number {
  const deviation = sigma * Math.sqrt(t)
  const d1 = Math.log(forward / strike) / deviation + deviation / 2
  return sign * discount * (forward * normalCdf(sign * d1) - strike * normalCdf(sign * (d1 - deviation)))
}

export interface Greeks {
  /** Against the forward, discounted: 0 … 1 for calls, -1 … 0 for puts. */
  readonly delta: number
  /** Change of delta per point of the forward. */
  readonly gamma: number
  /** Per volatility point (1 % of sigma). */
  readonly vega: number
  /** Per calendar day. */
  readonly theta: number
}

export function black76Greeks(
  sign: 1 | -1,
  forward: number,
  strike: number,
  t: number,
  sigma: number,
  rate: number,
): Greeks {
  const root = Math.sqrt(t)
  const deviation = sigma * root
  const discount = Math.exp(-rate * t)
  const d1 = Math.log(forward / strike) / deviation + deviation / 2
  const density = discount * normalDensity(d1)
  const price = sign * discount * (forward * normalCdf(sign * d1) - strike * normalCdf(sign * (d1 - deviation)))
  return {
    delta: sign * discount * normalCdf(sign * d1),
    gamma: density / (forward * deviation),
    vega: (forward * density * root) / 100,
    theta: (rate * price - (forward * density * sigma) / (2 * root)) / 365,
  }
}

export const MIN_SIGMA = 0.005
export const MAX_SIGMA = 5
/** Price steps of Newton accepted as converged, in volatility. */
const TOLERANCE = 1e-10
const MAX_STEPS = 100

/** Time value under which volatility is not told: ₹0.05, one tick. */
export const MIN_TIME_VALUE = 0.05

/**
 * Implied volatility of an option price by Newton steps inside a bracket (bisection whenever a step leaves it), from
 * `guess` when it is usable. NaN when there is none: `t` <= 0, price not above discounted intrinsic + 0.05 or not
 * below its bound, or outside 0.5 % … 500 % (signals reference §1.4).
 * An in-the-money price is first turned into its out-of-the-money twin by parity: same volatility, more digits.
 */
export function impliedVolatility(
  sign: 1 | -1,
  price: number,
  forward: number,
  strike: number,
  t: number,
  rate: number,
  guess: number,
): number {
  if (!(t > 0) || !(price > 0) || !(forward > 0)) return Number.NaN
  const discount = Math.exp(-rate * t)
  const inTheMoney = sign * (forward - strike) * discount
  const bound = discount * (sign === 1 ? forward : strike)
  if (price <= Math.max(0, inTheMoney) + MIN_TIME_VALUE || price >= bound) return Number.NaN
  const twin: 1 | -1 = inTheMoney > 0 ? (-sign as 1 | -1) : sign
  // Undiscounted from here on: the target and the steps are in forward money.
  const target = (inTheMoney > 0 ? price - inTheMoney : price) / discount
  const root = Math.sqrt(t)
  const moneyness = Math.log(forward / strike)
  let low = MIN_SIGMA
  let high = MAX_SIGMA
  let sigma =
    guess > low && guess < high ? guess : Math.min(Math.max((target * SQRT_TWO_PI) / (forward * root), 0.05), 2)
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const deviation = sigma * root
    const d1 = moneyness / deviation + deviation / 2
    const value = twin * (forward * normalCdf(twin * d1) - strike * normalCdf(twin * (d1 - deviation)))
    const miss = value - target
    if (miss > 0) high = sigma
    else low = sigma
    const slope = forward * normalDensity(d1) * root
    let next = sigma - miss / slope
    // Also catches a slope of 0, which makes `next` infinite or NaN.
    if (!(next > low && next < high)) next = (low + high) / 2
    const moved = Math.abs(next - sigma)
    sigma = next
    if (moved < TOLERANCE) return sigma - MIN_SIGMA < 1e-9 || MAX_SIGMA - sigma < 1e-9 ? Number.NaN : sigma
  }
  return sigma
}
