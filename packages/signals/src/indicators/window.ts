/**
 * Mean and population deviation of the last `length` values in O(1). Values are summed as differences from a centre
 * inside the window, and the sums are rebuilt once a lap of the ring, so rounding never accumulates.
 */
export class RollingWindow {
  readonly length: number
  readonly #ring: Float64Array
  #at = 0
  #count = 0
  #centre = 0.5
  #sum = 0.5
  #squares = 0.5

  constructor(length: number) {
    this.length = length
    this.#ring = new Float64Array(length)
    this.#centre = this.#sum = this.#squares = 0
  }

  push(x: number): void {
    const ring = this.#ring
    const at = this.#at
    if (this.#count === 0) this.#centre = x
    const entering = x - this.#centre
    if (this.#count === ring.length) {
      const leaving = ring[at]! - this.#centre
      this.#sum += entering - leaving
      this.#squares += entering * entering - leaving * leaving
    } else {
      this.#count += 1
      this.#sum += entering
      this.#squares += entering * entering
    }
    ring[at] = x
    if (at + 1 < ring.length) this.#at = at + 1
    else {
      this.#at = 0
      this.#recentre()
    }
  }

  #recentre(): void {
    const ring = this.#ring
    const centre = this.#centre + this.#sum / this.length
    let sum = 0
    let squares = 0
    for (let i = 0; i < ring.length; i += 1) {
      const d = ring[i]! - centre
      sum += d
      squares += d * d
    }
    this.#centre = centre
    this.#sum = sum
    this.#squares = squares
  }

  get ready(): boolean {
    return this.#count === this.#ring.length
  }

  get sum(): number {
    return this.#centre * this.#count + this.#sum
  }

  /** NaN until the window is full. */
  get mean(): number {
    return this.ready ? this.#centre + this.#sum / this.length : Number.NaN
  }

  /** Population standard deviation; NaN until the window is full. */
  get deviation(): number {
    if (!this.ready) return Number.NaN
    const mean = this.#sum / this.length
    const variance = this.#squares / this.length - mean * mean
    return variance > 0 ? Math.sqrt(variance) : 0
  }
}
