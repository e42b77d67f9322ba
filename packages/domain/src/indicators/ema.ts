const VALUE = 0
const COUNT = 1

/**
 * Exponential moving average: seeded with the mean of the first `length` values, then k = 2 / (length + 1).
 * First value at index `length` - 1 (signals reference §1.3).
 */
export class Ema {
  readonly length: number
  readonly #k: number
  readonly #state = new Float64Array(2)

  constructor(length: number) {
    this.length = length
    this.#k = 2 / (length + 1)
  }

  push(x: number): void {
    const s = this.#state
    const count = s[COUNT]!
    if (count >= this.length) {
      s[VALUE] = s[VALUE]! + this.#k * (x - s[VALUE]!)
      return
    }
    // While seeding, VALUE holds the sum.
    const sum = s[VALUE]! + x
    s[COUNT] = count + 1
    s[VALUE] = count + 1 === this.length ? sum / this.length : sum
  }

  get ready(): boolean {
    return this.#state[COUNT]! >= this.length
  }

  /** NaN before the first value. */
  get value(): number {
    return this.ready ? this.#state[VALUE]! : Number.NaN
  }
}
