import type { Bar } from './bar.ts'

/**
 * max(high, previous close) - min(low, previous close); high - low at the first bar of a session, and where the
 * previous close is NaN: not known.
 */
export function trueRange(bar: Bar, previousClose: number): number {
  const { high, low } = bar
  if (bar.sessionStart) return high - low
  return (previousClose > high ? previousClose : high) - (previousClose < low ? previousClose : low)
}

/**
 * Wilder's average true range with session reset: seeded with the mean of TR[1..length], first value at index
 * `length`. 0 in a flat market: guard every division by it (signals reference §1.3).
 */
export class Atr {
  #length = 0.5
  #value = Number.NaN
  #sum = 0.5
  #previousClose = Number.NaN
  #range = Number.NaN
  #count = 0

  constructor(length: number) {
    this.#length = length
    this.#sum = 0
  }

  push(bar: Bar): void {
    const range = trueRange(bar, this.#previousClose)
    this.#range = range
    this.#previousClose = bar.close
    const value = this.#value
    if (value === value) this.#value = (value * (this.#length - 1) + range) / this.#length
    else this.#seed(range)
  }

  /** The first bar has no bar before it: its range is not in the seed. */
  #seed(range: number): void {
    if (this.#count > 0) this.#sum += range
    if (this.#count === this.#length) this.#value = this.#sum / this.#length
    this.#count += 1
  }

  get ready(): boolean {
    return this.#count > this.#length
  }

  /** NaN before the first value. */
  get value(): number {
    return this.#value
  }

  /** True range of the last bar. */
  get range(): number {
    return this.#range
  }
}
