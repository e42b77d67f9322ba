const PREVIOUS = 0
const GAIN = 1
const LOSS = 2
const COUNT = 3

/**
 * Wilder's relative strength index: the first averages are means of `length` changes, then ((n-1) previous + x) / n.
 * First value at index `length`. No change at all: 50; only gains: 100 (signals reference §1.3).
 */
export class Rsi {
  readonly length: number
  readonly #state = new Float64Array(4)

  constructor(length: number) {
    this.length = length
  }

  push(x: number): void {
    const s = this.#state
    const n = this.length
    const count = s[COUNT]!
    const change = x - s[PREVIOUS]!
    s[PREVIOUS] = x
    s[COUNT] = count + 1
    if (count === 0) return
    const gain = change > 0 ? change : 0
    const loss = change < 0 ? -change : 0
    if (count > n) {
      s[GAIN] = (s[GAIN]! * (n - 1) + gain) / n
      s[LOSS] = (s[LOSS]! * (n - 1) + loss) / n
      return
    }
    // While seeding, both hold sums.
    const share = count === n ? n : 1
    s[GAIN] = (s[GAIN]! + gain) / share
    s[LOSS] = (s[LOSS]! + loss) / share
  }

  get ready(): boolean {
    return this.#state[COUNT]! > this.length
  }

  /** 0 to 100; NaN before the first value. */
  get value(): number {
    if (!this.ready) return Number.NaN
    const both = this.#state[GAIN]! + this.#state[LOSS]!
    return both === 0 ? 50 : (100 * this.#state[GAIN]!) / both
  }
}
