import { normalCdf } from '@strikewise/domain/market/black76.ts'
import { DISCOUNT_RATE, SMILE_BOUND } from './calibration.ts'
import { smileAt, type SmileRow } from './volatility-surface.ts'

/**
 * The options of one index and expiry, strikes ascending, priced in one pass. Prices in rupees before they meet a book:
 * no arbitrage between strikes, puts from calls by parity.
 */
export class OptionBlock {
  readonly strikes: Float64Array
  readonly calls: Float64Array
  readonly puts: Float64Array
  /** ln(K/F) in ATM deviations of the last pricing: below 0 the call is in the money. */
  readonly moneyness: Float64Array
  readonly callDeltas: Float64Array
  readonly #logStrikes: Float64Array
  forward = 0

  constructor(strikes: readonly number[]) {
    this.strikes = Float64Array.from(strikes)
    this.#logStrikes = this.strikes.map(Math.log)
    this.calls = new Float64Array(strikes.length)
    this.puts = new Float64Array(strikes.length)
    this.moneyness = new Float64Array(strikes.length)
    this.callDeltas = new Float64Array(strikes.length)
  }

  /** Prices all strikes on `forward`; `deviation` is σ√T at the money, `years` the time to expiry; `rows` the smile. */
  price(forward: number, deviation: number, years: number, rows?: readonly SmileRow[]): void {
    this.forward = forward
    const { strikes, calls, puts, moneyness, callDeltas } = this
    const logForward = Math.log(forward)
    const discount = Math.exp(-DISCOUNT_RATE * years)
    const { a, b } = smileAt(years * 365, rows)
    // Value and slope of the smile at its bounds, where the straight wings begin.
    const top = 1 + a * SMILE_BOUND + b * SMILE_BOUND * SMILE_BOUND
    const topSlope = a + 2 * b * SMILE_BOUND
    const bottom = 1 - a * SMILE_BOUND + b * SMILE_BOUND * SMILE_BOUND
    const bottomSlope = a - 2 * b * SMILE_BOUND
    for (let i = 0; i < strikes.length; i += 1) {
      const distance = this.#logStrikes[i]! - logForward
      const x = distance / deviation
      const smile =
        x > SMILE_BOUND
          ? top + topSlope * (x - SMILE_BOUND)
          : x < -SMILE_BOUND
            ? bottom + bottomSlope * (x + SMILE_BOUND)
            : 1 + a * x + b * x * x
      const sigma = deviation * smile
      const d1 = -distance / sigma + sigma / 2
      const n1 = normalCdf(d1)
      const parity = discount * (forward - strikes[i]!)
      const call = discount * (forward * n1 - strikes[i]! * normalCdf(d1 - sigma))
      calls[i] = Math.max(call, parity, 0)
      puts[i] = Math.max(call - parity, -parity, 0)
      moneyness[i] = x
      callDeltas[i] = n1
    }
  }
}
