/**
 * Wilder's relative strength index: the first averages are means of `length` changes, then ((n-1) previous + x) / n.
 * First value at index `length`. No change: 50; only gains: 100 (signals reference §1.3).
 */
export class Rsi {
  #length = 0.5
  #previous = Number.NaN
  /** Averages, NaN while seeding; sums meanwhile. */
  #gain = Number.NaN
  #loss = Number.NaN
  #gains = 0.5
  #losses = 0.5
  #count = 0

  constructor(length: number) {
    this.#length = length
    this.#gains = 0
    this.#losses = 0
  }

  push(x: number): void {
    const change = x - this.#previous
    this.#previous = x
    // No branch: which way a price goes is what no processor can predict.
    const gain = Math.max(change, 0)
    const loss = Math.max(-change, 0)
    const n = this.#length
    const average = this.#gain
    if (average === average) {
      this.#gain = (average * (n - 1) + gain) / n
      this.#loss = (this.#loss * (n - 1) + loss) / n
    } else this.#seed(gain, loss)
  }

  #seed(gain: number, loss: number): void {
    // The first value is no change.
    if (this.#count > 0) {
      this.#gains += gain
      this.#losses += loss
    }
    if (this.#count === this.#length) {
      this.#gain = this.#gains / this.#length
      this.#loss = this.#losses / this.#length
    }
    this.#count += 1
  }

  get ready(): boolean {
    return this.#count > this.#length
  }

  /** 0 to 100; NaN before the first value. */
  get value(): number {
    const both = this.#gain + this.#loss
    return both === 0 ? 50 : (100 * this.#gain) / both
  }
}
