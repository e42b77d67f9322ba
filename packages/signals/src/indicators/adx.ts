import { trueRange } from './atr.ts'
import type { Bar } from './bar.ts'

/**
 * Wilder's directional movement as TA-Lib computes it: raw sums of `length` - 1 bars, then smoothed; +DI and -DI from
 * index `length`, ADX (mean of the first `length` DX, then smoothed) from 2 × `length` - 1. At the first bar of a
 * session there is no directional movement and true range is high - low. Zero range: 0 (signals reference §1.3).
 */
export class Adx {
  #length = 0.5
  #high = Number.NaN
  #low = Number.NaN
  #close = Number.NaN
  #up = 0.5
  #down = 0.5
  #range = 0.5
  #dxSum = 0.5
  #adx = Number.NaN
  #count = 0

  constructor(length: number) {
    this.#length = length
    this.#up = this.#down = this.#range = this.#dxSum = 0
  }

  push(bar: Bar): void {
    const { high, low } = bar
    const n = this.#length
    const count = this.#count
    if (count > 0) {
      const up = bar.sessionStart ? 0 : high - this.#high
      const down = bar.sessionStart ? 0 : this.#low - low
      // From the n-th bar on the sums decay by their own n-th part before the new bar is added.
      const keep = count < n ? 1 : 1 - 1 / n
      this.#up = this.#up * keep + (up > down && up > 0 ? up : 0)
      this.#down = this.#down * keep + (down > up && down > 0 ? down : 0)
      this.#range = this.#range * keep + trueRange(bar, this.#close)
      if (count >= n) this.#smooth(count)
    }
    this.#high = high
    this.#low = low
    this.#close = bar.close
    this.#count = count + 1
  }

  #smooth(count: number): void {
    const n = this.#length
    const movement = this.#up + this.#down
    // A bar without any movement adds nothing to the first mean and, as in TA-Lib, leaves the average as it is.
    if (movement <= 0 || this.#range <= 0) {
      if (count === 2 * n - 1) this.#adx = this.#dxSum / n
      return
    }
    const dx = (100 * Math.abs(this.#up - this.#down)) / movement
    const adx = this.#adx
    if (adx === adx) this.#adx = (adx * (n - 1) + dx) / n
    else {
      this.#dxSum += dx
      if (count === 2 * n - 1) this.#adx = this.#dxSum / n
    }
  }

  get ready(): boolean {
    return this.#count >= 2 * this.#length
  }

  /** NaN before the first value. */
  get value(): number {
    return this.#adx
  }

  get plusDi(): number {
    return this.#di(this.#up)
  }

  get minusDi(): number {
    return this.#di(this.#down)
  }

  #di(movement: number): number {
    if (this.#count <= this.#length) return Number.NaN
    return this.#range <= 0 ? 0 : (100 * movement) / this.#range
  }
}
