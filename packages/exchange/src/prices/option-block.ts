import { normalCdf } from '@strikewise/domain/market/black76.ts'
import { DISCOUNT_RATE, SMILE_BOUND } from './calibration.ts'
import { smileAt, type SmileRow } from './volatility-surface.ts'

/** What one moment's prices of a block have in common: its forward, its deviations and its smile. */
export interface BlockPricing {
  readonly forward: number
  readonly logForward: number
  /** σ√T at the money. */
  readonly deviation: number
  readonly discount: number
  readonly a: number
  readonly b: number
}

/** `deviation` is σ√T at the money, `years` the time to expiry; `rows` the smile. */
export function blockPricing(
  forward: number,
  deviation: number,
  years: number,
  rows?: readonly SmileRow[],
): BlockPricing {
  const { a, b } = smileAt(years * 365, rows)
  return { forward, logForward: Math.log(forward), deviation, discount: Math.exp(-DISCOUNT_RATE * years), a, b }
}

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

  /** Prices all strikes on `forward`; see `blockPricing`. */
  price(forward: number, deviation: number, years: number, rows?: readonly SmileRow[]): void {
    this.forward = forward
    const pricing = blockPricing(forward, deviation, years, rows)
    for (let i = 0; i < this.strikes.length; i += 1) this.priceStrike(i, pricing)
  }

  /** Prices the call and the put of strike number `i` alone. */
  priceStrike(i: number, { forward, logForward, deviation, discount, a, b }: BlockPricing): void {
    const strike = this.strikes[i]!
    const distance = this.#logStrikes[i]! - logForward
    const x = distance / deviation
    // Beyond its bounds the smile goes on in straight wings, with its value and slope there.
    const within = Math.max(-SMILE_BOUND, Math.min(SMILE_BOUND, x))
    const smile = 1 + a * within + b * within * within + (a + 2 * b * within) * (x - within)
    const sigma = deviation * smile
    const d1 = -distance / sigma + sigma / 2
    const n1 = normalCdf(d1)
    const parity = discount * (forward - strike)
    const call = discount * (forward * n1 - strike * normalCdf(d1 - sigma))
    this.calls[i] = Math.max(call, parity, 0)
    this.puts[i] = Math.max(call - parity, -parity, 0)
    this.moneyness[i] = x
    this.callDeltas[i] = n1
  }
}
