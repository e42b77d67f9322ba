import { RollingWindow } from './window.ts'

/** Bollinger bands: mean ± `width` population deviations. First value at index `length` - 1 (signals reference §1.3). */
export class Bollinger {
  readonly #window: RollingWindow
  readonly #width: number
  #last = Number.NaN

  constructor(length = 20, width = 2) {
    this.#window = new RollingWindow(length)
    this.#width = width
  }

  push(x: number): void {
    this.#window.push(x)
    this.#last = x
  }

  get ready(): boolean {
    return this.#window.ready
  }

  get middle(): number {
    return this.#window.mean
  }

  get lower(): number {
    return this.#window.mean - this.#width * this.#window.deviation
  }

  get upper(): number {
    return this.#window.mean + this.#width * this.#window.deviation
  }

  /** (upper - lower) / middle. */
  get bandwidth(): number {
    return (2 * this.#width * this.#window.deviation) / this.#window.mean
  }

  /** %B: 0 at the lower band, 1 at the upper; 0.5 when there is no deviation. */
  get percentB(): number {
    const half = this.#width * this.#window.deviation
    return half === 0 ? 0.5 : (this.#last - this.#window.mean + half) / (2 * half)
  }
}
