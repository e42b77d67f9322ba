import { RollingWindow } from './window.ts'

/**
 * Bipower volatility: the root of the mean of |x_j| × |x_(j-1)| over the last `pairs` pairs of neighbouring returns.
 * A single jump enters it only next to ordinary returns, so it hardly moves what jumps are measured against (Lee and
 * Mykland 2008; signals reference §1.8). O(1) a return.
 */
export class Bipower {
  readonly #products: RollingWindow
  #previous = Number.NaN
  /** Pairs in the window. */
  count = 0

  constructor(pairs: number) {
    this.#products = new RollingWindow(pairs)
  }

  push(x: number): void {
    const size = Math.abs(x)
    if (this.#previous === this.#previous) {
      this.#products.push(size * this.#previous)
      if (this.count < this.#products.length) this.count += 1
    }
    this.#previous = size
  }

  /** NaN before the first pair. */
  get sigma(): number {
    // Rounding may leave a hair under zero in a window of flat returns.
    return this.count === 0 ? Number.NaN : Math.sqrt(Math.max(0, this.#products.sum / this.count))
  }
}
