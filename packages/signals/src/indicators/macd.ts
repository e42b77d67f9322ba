import { Ema } from './ema.ts'

/**
 * MACD: EMA(fast) - EMA(slow), each with its own seed, and the EMA(signal) of that difference. With 12, 26, 9 the line
 * is first known at index 25, the signal at 33 (signals reference §1.3).
 */
export class Macd {
  readonly #fast: Ema
  readonly #slow: Ema
  readonly #signal: Ema
  #line = Number.NaN

  constructor(fast = 12, slow = 26, signal = 9) {
    if (fast >= slow) throw new RangeError(`MACD: fast (${fast}) must be shorter than slow (${slow})`)
    this.#fast = new Ema(fast)
    this.#slow = new Ema(slow)
    this.#signal = new Ema(signal)
  }

  push(x: number): void {
    this.#fast.push(x)
    this.#slow.push(x)
    const line = this.#fast.value - this.#slow.value
    this.#line = line
    if (line === line) this.#signal.push(line)
  }

  get ready(): boolean {
    return this.#signal.ready
  }

  get line(): number {
    return this.#line
  }

  get signal(): number {
    return this.#signal.value
  }

  get histogram(): number {
    return this.#line - this.#signal.value
  }
}
