import { Atr } from './atr.ts'
import type { Bar } from './bar.ts'

const UPPER = 0
const LOWER = 1
const PREVIOUS_CLOSE = 2

/**
 * Supertrend: (high + low) / 2 ± `width` ATR. The upper band only falls while the previous close is at or below it,
 * the lower only rises while it is at or above; the direction flips on a close beyond. Starts up if the close is at or
 * above (high + low) / 2. First value with its ATR, at index `length` (signals reference §1.3).
 */
export class Supertrend {
  readonly #atr: Atr
  readonly #width: number
  readonly #state = new Float64Array(3)
  #direction = 0

  constructor(length = 10, width = 3) {
    this.#atr = new Atr(length)
    this.#width = width
  }

  push(bar: Bar): void {
    const s = this.#state
    this.#atr.push(bar)
    const previousClose = s[PREVIOUS_CLOSE]!
    s[PREVIOUS_CLOSE] = bar.close
    if (!this.#atr.ready) return
    const middle = (bar.high + bar.low) / 2
    const reach = this.#width * this.#atr.value
    const upper = middle + reach
    const lower = middle - reach
    if (this.#direction === 0) {
      s[UPPER] = upper
      s[LOWER] = lower
      this.#direction = bar.close >= middle ? 1 : -1
      return
    }
    if (upper < s[UPPER]! || previousClose > s[UPPER]!) s[UPPER] = upper
    if (lower > s[LOWER]! || previousClose < s[LOWER]!) s[LOWER] = lower
    if (this.#direction === 1 && bar.close < s[LOWER]!) this.#direction = -1
    else if (this.#direction === -1 && bar.close > s[UPPER]!) this.#direction = 1
  }

  get ready(): boolean {
    return this.#direction !== 0
  }

  /** +1 up, -1 down, 0 before the first value. */
  get direction(): number {
    return this.#direction
  }

  /** The line: the lower band in an up trend, the upper in a down trend; NaN before the first value. */
  get value(): number {
    if (this.#direction === 0) return Number.NaN
    return this.#direction === 1 ? this.#state[LOWER]! : this.#state[UPPER]!
  }
}
