import { Atr } from './atr.ts'
import type { Bar } from './bar.ts'
import { RollingMax } from './rolling-extreme.ts'
import { RollingWindow } from './window.ts'

/**
 * Choppiness index: 100 log10(sum of true range / (highest high - lowest low)) / log10(length). True range with
 * session reset, extremes on the gap-neutral series; zero range: 100. First value at index `length` - 1
 * (signals reference §1.3).
 */
export class Choppiness {
  readonly length: number
  readonly #ranges: RollingWindow
  readonly #highest: RollingMax
  readonly #lowest: RollingMax
  // Only its true range is read: the one definition of session reset.
  readonly #atr = new Atr(1)

  constructor(length = 14) {
    this.length = length
    this.#ranges = new RollingWindow(length)
    this.#highest = new RollingMax(length)
    this.#lowest = new RollingMax(length)
  }

  /** `offset`: the gap-neutral offset of this bar. */
  push(bar: Bar, offset: number): void {
    this.#atr.push(bar)
    this.#ranges.push(this.#atr.range)
    this.#highest.push(bar.high - offset)
    this.#lowest.push(offset - bar.low)
  }

  get ready(): boolean {
    return this.#ranges.ready
  }

  get value(): number {
    if (!this.ready) return Number.NaN
    const span = this.#highest.value + this.#lowest.value
    return span <= 0 ? 100 : (100 * Math.log10(this.#ranges.sum / span)) / Math.log10(this.length)
  }
}
