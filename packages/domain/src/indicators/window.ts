const SUM = 0
const SQUARES = 1
const CENTRE = 2
const COUNT = 3

/**
 * Mean and population deviation of the last `length` values in O(1). Values are summed as differences from a centre
 * inside the window, and the sums are rebuilt once a lap of the ring, so rounding never accumulates.
 */
export class RollingWindow {
  readonly length: number
  readonly #ring: Float64Array
  readonly #state = new Float64Array(4)
  #at = 0

  constructor(length: number) {
    this.length = length
    this.#ring = new Float64Array(length)
  }

  push(x: number): void {
    const s = this.#state
    const ring = this.#ring
    const n = this.length
    const count = s[COUNT]!
    if (count === 0) s[CENTRE] = x
    const entering = x - s[CENTRE]!
    if (count < n) {
      s[COUNT] = count + 1
      s[SUM] = s[SUM]! + entering
      s[SQUARES] = s[SQUARES]! + entering * entering
    } else {
      const leaving = ring[this.#at]! - s[CENTRE]!
      s[SUM] = s[SUM]! + (entering - leaving)
      s[SQUARES] = s[SQUARES]! + (entering * entering - leaving * leaving)
    }
    ring[this.#at] = x
    this.#at += 1
    if (this.#at === n) {
      this.#at = 0
      this.#recentre()
    }
  }

  #recentre(): void {
    const s = this.#state
    const centre = s[CENTRE]! + s[SUM]! / this.length
    let sum = 0
    let squares = 0
    for (const x of this.#ring) {
      const d = x - centre
      sum += d
      squares += d * d
    }
    s[CENTRE] = centre
    s[SUM] = sum
    s[SQUARES] = squares
  }

  get ready(): boolean {
    return this.#state[COUNT]! >= this.length
  }

  get sum(): number {
    return this.#state[CENTRE]! * this.#state[COUNT]! + this.#state[SUM]!
  }

  /** NaN until the window is full. */
  get mean(): number {
    return this.ready ? this.#state[CENTRE]! + this.#state[SUM]! / this.length : Number.NaN
  }

  /** Population standard deviation; NaN until the window is full. */
  get deviation(): number {
    if (!this.ready) return Number.NaN
    const mean = this.#state[SUM]! / this.length
    const variance = this.#state[SQUARES]! / this.length - mean * mean
    return variance > 0 ? Math.sqrt(variance) : 0
  }
}
