import { typicalPrice, type Bar } from './bar.ts'

const WEIGHT = 0
const MEAN = 1
const SPREAD = 2

/**
 * Volume-weighted average of the typical price since the session's open, with its weighted deviation; restarts at each
 * `sessionStart`. Feed it the current-month future; the index has no volume, for it use `pushEqual` (every bar counts
 * the same), which makes it the time-weighted average (signals reference §1.3).
 */
export class Vwap {
  readonly #state = new Float64Array(3)

  push(bar: Bar): void {
    this.#add(bar, bar.volume)
  }

  /** Time-weighted: for a series without volume. */
  pushEqual(bar: Bar): void {
    this.#add(bar, 1)
  }

  #add(bar: Bar, weight: number): void {
    const s = this.#state
    if (bar.sessionStart) s.fill(0)
    if (weight <= 0) return
    // West's update: the mean and the spread around it without sums of squared prices.
    const total = s[WEIGHT]! + weight
    const distance = typicalPrice(bar) - s[MEAN]!
    const step = (distance * weight) / total
    s[WEIGHT] = total
    s[MEAN] = s[MEAN]! + step
    s[SPREAD] = s[SPREAD]! + weight * distance * (distance - step)
  }

  get ready(): boolean {
    return this.#state[WEIGHT]! > 0
  }

  /** NaN until something traded. */
  get value(): number {
    return this.ready ? this.#state[MEAN]! : Number.NaN
  }

  /** The bands lie 1 and 2 of these from the value. */
  get deviation(): number {
    return this.ready ? Math.sqrt(this.#state[SPREAD]! / this.#state[WEIGHT]!) : Number.NaN
  }
}
