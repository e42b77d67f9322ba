/** How much a future's price band widens, and how near the price must have come to its edge, as shares of the close. */
const FUTURE_FLEX = 0.05
const FUTURE_NEAR = 0.001

export interface PriceBandsState {
  readonly lower: Int32Array
  readonly upper: Int32Array
}

/** The day's price bands by slot, in paise. The exchange flexes a band when the price comes near its edge. */
export class PriceBands {
  readonly #lower: Int32Array
  readonly #upper: Int32Array

  constructor(capacity: number) {
    this.#lower = new Int32Array(capacity)
    this.#upper = new Int32Array(capacity)
  }

  set(slot: number, lower: number, upper: number): void {
    this.#lower[slot] = lower
    this.#upper[slot] = upper
  }

  ofOption(slot: number, last: number): { lower: number; upper: number } {
    if (last > this.#upper[slot]! * 0.9) this.#upper[slot] = Math.round((last * 1.4) / 5) * 5
    if (this.#lower[slot]! > 5 && last < this.#lower[slot]! * 1.1)
      this.#lower[slot] = Math.max(5, Math.round((last * 0.6) / 5) * 5)
    return { lower: this.#lower[slot]!, upper: this.#upper[slot]! }
  }

  /** A future's band of 10 % about its close widens by 5 % on the side the price has all but reached. */
  ofFuture(slot: number, last: number, close: number): { lower: number; upper: number } {
    const wider = Math.round((close * FUTURE_FLEX) / 5) * 5
    const near = close * FUTURE_NEAR
    while (last > this.#upper[slot]! - near) this.#upper[slot]! += wider
    while (last < this.#lower[slot]! + near) this.#lower[slot]! -= wider
    return { lower: this.#lower[slot]!, upper: this.#upper[slot]! }
  }

  /** A copy. */
  get state(): PriceBandsState {
    return { lower: this.#lower.slice(), upper: this.#upper.slice() }
  }

  set state({ lower, upper }: PriceBandsState) {
    this.#lower.set(lower)
    this.#upper.set(upper)
  }
}
