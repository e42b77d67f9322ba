/**
 * Highest of the last `length` values in O(1) amortised: a queue of falling candidates, in a ring. For the lowest,
 * push the negated values.
 */
export class RollingMax {
  readonly length: number
  readonly #values: Float64Array
  /** Ordinal of each candidate. */
  readonly #ordinals: Float64Array
  #head = 0
  #size = 0
  #count = 0

  constructor(length: number) {
    this.length = length
    this.#values = new Float64Array(length)
    this.#ordinals = new Float64Array(length)
  }

  push(x: number): void {
    const n = this.length
    if (this.#size > 0 && this.#ordinals[this.#head]! <= this.#count - n) {
      this.#head = this.#head + 1 === n ? 0 : this.#head + 1
      this.#size -= 1
    }
    while (this.#size > 0 && this.#values[(this.#head + this.#size - 1) % n]! <= x) this.#size -= 1
    const tail = (this.#head + this.#size) % n
    this.#values[tail] = x
    this.#ordinals[tail] = this.#count
    this.#size += 1
    this.#count += 1
  }

  get ready(): boolean {
    return this.#count >= this.length
  }

  /** NaN before any value. */
  get value(): number {
    return this.#size === 0 ? Number.NaN : this.#values[this.#head]!
  }
}
