import type { Bar } from './bar.ts'

const PREVIOUS_CLOSE = 0
const VALUE = 1
const COUNT = 2
const RANGE = 3

/** max(high, previous close) - min(low, previous close); high - low at the first bar of a session. */
export function trueRange(bar: Bar, previousClose: number): number {
  if (bar.sessionStart) return bar.high - bar.low
  return (bar.high > previousClose ? bar.high : previousClose) - (bar.low < previousClose ? bar.low : previousClose)
}

/**
 * Wilder's average true range with session reset: seeded with the mean of TR[1..length], first value at index
 * `length`. 0 in a flat market: guard every division by it (signals reference §1.3).
 */
export class Atr {
  readonly length: number
  readonly #state = new Float64Array(4)

  constructor(length: number) {
    this.length = length
  }

  push(bar: Bar): void {
    const s = this.#state
    const n = this.length
    const count = s[COUNT]!
    const range = count === 0 ? bar.high - bar.low : trueRange(bar, s[PREVIOUS_CLOSE]!)
    s[RANGE] = range
    s[PREVIOUS_CLOSE] = bar.close
    s[COUNT] = count + 1
    if (count === 0) return
    if (count > n) s[VALUE] = (s[VALUE]! * (n - 1) + range) / n
    else s[VALUE] = count === n ? (s[VALUE]! + range) / n : s[VALUE]! + range
  }

  get ready(): boolean {
    return this.#state[COUNT]! > this.length
  }

  get value(): number {
    return this.ready ? this.#state[VALUE]! : Number.NaN
  }

  /** True range of the last bar. */
  get range(): number {
    return this.#state[RANGE]!
  }
}
