import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'

/** Above its average, at or below it, or not known. */
export const ABOVE = 1
export const NOT_ABOVE = 0
export const UNKNOWN = -1

/**
 * EMA of today's one-minute closes of many option legs, for the above-EMA flags (signals reference §1.4). A minute
 * without a trade repeats the close before it; a leg's minutes count from its first price. One array a field, O(1) a
 * tick and a leg's minute.
 */
export class LegAverages {
  readonly #length: number
  readonly #k: number
  /** Newest price inside the open minute and in the one after it (0: none); paise. */
  readonly #last: Float64Array
  readonly #following: Float64Array
  /** Close of the last closed minute, paise; 0: none yet. */
  readonly #close: Float64Array
  readonly #count: Int32Array
  readonly #ema: Float64Array
  #minute: EpochMs

  constructor(legs: number, opensAt: EpochMs, length: number) {
    this.#length = length
    this.#k = 2 / (length + 1)
    this.#last = new Float64Array(legs)
    this.#following = new Float64Array(legs)
    this.#close = new Float64Array(legs)
    this.#count = new Int32Array(legs)
    this.#ema = new Float64Array(legs)
    this.#minute = opensAt
  }

  /** A price of a leg, by exchange time; before the open and in closed minutes it does not count. */
  tick(leg: number, price: number, exchangeAt: EpochMs): void {
    if (exchangeAt < this.#minute) return
    if (exchangeAt < this.#minute + MINUTE_MS) this.#last[leg] = price
    else this.#following[leg] = price
  }

  /** Closes the open minute for every leg. */
  closeMinute(): void {
    for (let leg = 0; leg < this.#close.length; leg += 1) {
      if (this.#last[leg]! > 0) this.#close[leg] = this.#last[leg]!
      this.#last[leg] = this.#following[leg]!
      this.#following[leg] = 0
      if (this.#close[leg]! > 0) this.#push(leg, this.#close[leg]!)
    }
    this.#minute = (this.#minute + MINUTE_MS) as EpochMs
  }

  #push(leg: number, price: number): void {
    const count = this.#count[leg]! + 1
    this.#count[leg] = count
    if (count > this.#length) this.#ema[leg] = this.#ema[leg]! + this.#k * (price - this.#ema[leg]!)
    else this.#ema[leg] = (this.#ema[leg]! + price) / (count === this.#length ? this.#length : 1)
  }

  /** EMA in paise; NaN before `length` closed minutes. */
  ema(leg: number): number {
    return this.#count[leg]! >= this.#length ? this.#ema[leg]! : Number.NaN
  }

  /** Closed minutes the leg's average still lacks, at least 1; 0: it has one. NaN: no price of the leg was seen today. */
  minutesLeft(leg: number): number {
    if (this.#close[leg] === 0 && this.#last[leg] === 0 && this.#following[leg] === 0) return Number.NaN
    return Math.max(0, this.#length - this.#count[leg]!)
  }

  /** `price` (paise) against the average of the closed minutes: ABOVE, NOT_ABOVE, or UNKNOWN before `length` of them. */
  flag(leg: number, price: number): number {
    if (this.#count[leg]! < this.#length || !(price > 0)) return UNKNOWN
    return price > this.#ema[leg]! ? ABOVE : NOT_ABOVE
  }
}
