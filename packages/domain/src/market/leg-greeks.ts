import { SQRT_TWO_PI } from './black76.ts'
import { ImpliedVolatility } from './implied-volatility.ts'
import { CALL } from './option-legs.ts'

/**
 * Implied volatilities and greeks of all options of one expiry (signals reference §1.4). Columns are by leg: 2i the call
 * of strike i, 2i + 1 its put; NaN where there is no volatility. Each search begins at the last volatility found.
 */
export class LegGreeks {
  readonly iv: Float64Array
  /** Against the forward, discounted: 0 … 1 for calls, -1 … 0 for puts. */
  readonly delta: Float64Array
  /** Change of delta per point of the forward. */
  readonly gamma: Float64Array
  /** Per volatility point (1 % of sigma). */
  readonly vega: Float64Array
  /** Per calendar day. */
  readonly theta: Float64Array
  readonly #strikes: Float64Array
  readonly #volatility = new ImpliedVolatility()

  constructor(strikes: Float64Array) {
    const unknown = () => new Float64Array(2 * strikes.length).fill(Number.NaN)
    this.#strikes = strikes
    this.iv = unknown()
    this.delta = unknown()
    this.gamma = unknown()
    this.vega = unknown()
    this.theta = unknown()
  }

  /** From `price` by leg: discounted prices, in the unit of `forward` and strikes. `years` to expiry. Legs `from` to `to`. */
  solve(
    price: Float64Array,
    forward: number,
    years: number,
    rate: number,
    from: number = 0,
    to: number = price.length - 1,
  ): void {
    this.#volatility.setExpiry(forward, years, rate)
    for (let leg = from; leg <= to; leg += 1) {
      if ((leg & 1) === CALL) this.#volatility.setStrike(this.#strikes[leg >> 1]!)
      this.#solveLeg(leg, price)
    }
  }

  /** Forgets every volatility and greek. */
  clear(): void {
    for (const column of [this.iv, this.delta, this.gamma, this.vega, this.theta]) column.fill(Number.NaN)
  }

  #solveLeg(leg: number, prices: Float64Array): void {
    const sign = (leg & 1) === CALL ? 1 : -1
    const option = this.#volatility
    option.find(leg, sign, prices, this.iv)
    const sigma = this.iv[leg]!
    if (sigma !== sigma) {
      this.delta[leg] = this.gamma[leg] = this.vega[leg] = this.theta[leg] = Number.NaN
      return
    }
    option.deviation = sigma * option.root
    option.evaluate(sign)
    const { forward, root, discount, first } = option
    const density = discount * (option.bell / SQRT_TWO_PI)
    const price = sign * discount * (forward * first - option.strike * option.second)
    this.delta[leg] = sign * discount * first
    this.gamma[leg] = density / (forward * option.deviation)
    this.vega[leg] = (forward * density * root) / 100
    this.theta[leg] = (option.rate * price - (forward * density * sigma) / (2 * root)) / 365
  }
}
