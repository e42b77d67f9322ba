import { RollingWindow } from './window.ts'

/** Bollinger bands: mean ± `width` population deviations. First value at index `length` - 1 (signals reference §1.3). */
export class Bollinger {
  readonly #window: RollingWindow
  #width = 0.5
  #last = Number.NaN
  #middle = Number.NaN
  /** From the middle to either band. */
  #half = Number.NaN

  constructor(length = 20, width = 2) {
    this.#window = new RollingWindow(length)
    this.#width = width
  }

  push(x: number): void {
    this.#window.push(x)
    this.#last = x
    this.#middle = this.#window.mean
    this.#half = this.#width * this.#window.deviation
  }

  get ready(): boolean {
    return this.#window.ready
  }

  get middle(): number {
    return this.#middle
  }

  get lower(): number {
    return this.#middle - this.#half
  }

  get upper(): number {
    return this.#middle + this.#half
  }

  /** (upper - lower) / middle. */
  get bandwidth(): number {
    return (2 * this.#half) / this.#middle
  }

  /** %B: 0 at the lower band, 1 at the upper; 0.5 when there is no deviation. */
  get percentB(): number {
    return this.#half === 0 ? 0.5 : (this.#last - this.#middle + this.#half) / (2 * this.#half)
  }
}
