/**
 * Exponential moving average: seeded with the mean of the first `length` values, then k = 2 / (length + 1).
 * First value at index `length` - 1 (signals reference §1.3).
 */
export class Ema {
  // Here and in its neighbours fields that hold doubles begin as such: one that was undefined or a small integer first
  // stays a tagged value, which costs a check at every reading.
  #k = 0.5
  #value = Number.NaN
  #sum = 0.5
  /** Values that go into the seed, and those that already did. */
  readonly #length: number
  #seeded = 0

  constructor(length: number) {
    this.#length = length
    this.#k = 2 / (length + 1)
    this.#sum = 0
  }

  push(x: number): void {
    const value = this.#value
    if (value === value) this.#value = value + this.#k * (x - value)
    else this.#seed(x)
  }

  #seed(x: number): void {
    this.#sum += x
    this.#seeded += 1
    if (this.#seeded === this.#length) this.#value = this.#sum / this.#length
  }

  get ready(): boolean {
    return this.#seeded >= this.#length
  }

  /** NaN before the first value. */
  get value(): number {
    return this.#value
  }
}
