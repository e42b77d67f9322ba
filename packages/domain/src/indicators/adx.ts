import { trueRange } from './atr.ts'
import type { Bar } from './bar.ts'

const HIGH = 0
const LOW = 1
const CLOSE = 2
const UP = 3
const DOWN = 4
const RANGE = 5
const DX_SUM = 6
const ADX = 7
const COUNT = 8

/**
 * Wilder's directional movement as TA-Lib computes it: raw sums of `length` - 1 bars, then smoothed; +DI and -DI from
 * index `length`, ADX (mean of the first `length` DX, then smoothed) from 2 × `length` - 1. At the first bar of a
 * session there is no directional movement and true range is high - low. Zero range: 0 (signals reference §1.3).
 */
export class Adx {
  readonly length: number
  readonly #state = new Float64Array(9)

  constructor(length: number) {
    this.length = length
  }

  push(bar: Bar): void {
    const s = this.#state
    const n = this.length
    const count = s[COUNT]!
    s[COUNT] = count + 1
    if (count > 0) {
      const up = bar.sessionStart ? 0 : bar.high - s[HIGH]!
      const down = bar.sessionStart ? 0 : s[LOW]! - bar.low
      // From the n-th bar on the sums decay by their own n-th part before the new bar is added.
      const keep = count < n ? 1 : 1 - 1 / n
      s[UP] = s[UP]! * keep + (up > down && up > 0 ? up : 0)
      s[DOWN] = s[DOWN]! * keep + (down > up && down > 0 ? down : 0)
      s[RANGE] = s[RANGE]! * keep + trueRange(bar, s[CLOSE]!)
      if (count >= n) this.#smooth(count)
    }
    s[HIGH] = bar.high
    s[LOW] = bar.low
    s[CLOSE] = bar.close
  }

  #smooth(count: number): void {
    const s = this.#state
    const n = this.length
    const movement = s[UP]! + s[DOWN]!
    const dx = movement <= 0 || s[RANGE]! <= 0 ? Number.NaN : (100 * Math.abs(s[UP]! - s[DOWN]!)) / movement
    if (count < 2 * n - 1) s[DX_SUM] = s[DX_SUM]! + (dx === dx ? dx : 0)
    else if (count === 2 * n - 1) s[ADX] = (s[DX_SUM]! + (dx === dx ? dx : 0)) / n
    // As in TA-Lib a bar without any movement leaves the average as it is.
    else if (dx === dx) s[ADX] = (s[ADX]! * (n - 1) + dx) / n
  }

  get ready(): boolean {
    return this.#state[COUNT]! >= 2 * this.length
  }

  get value(): number {
    return this.ready ? this.#state[ADX]! : Number.NaN
  }

  get plusDi(): number {
    return this.#di(UP)
  }

  get minusDi(): number {
    return this.#di(DOWN)
  }

  #di(side: number): number {
    if (this.#state[COUNT]! <= this.length) return Number.NaN
    return this.#state[RANGE]! <= 0 ? 0 : (100 * this.#state[side]!) / this.#state[RANGE]!
  }
}
