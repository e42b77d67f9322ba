import { Atr } from './atr.ts'
import type { Bar } from './bar.ts'
import { Bollinger } from './bollinger.ts'
import { Ema } from './ema.ts'

/**
 * Keltner channel (EMA ± `atrWidth` ATR) against Bollinger bands, on the gap-neutral series. `on`: the Bollinger bands
 * lie inside the channel, the mark of a market gone quiet (signals reference §1.3).
 */
export class Squeeze {
  readonly #ema: Ema
  readonly #atr: Atr
  readonly #bands: Bollinger
  readonly #atrWidth: number

  constructor(length = 20, atrWidth = 1.5, bandWidth = 2) {
    this.#ema = new Ema(length)
    this.#atr = new Atr(length)
    this.#bands = new Bollinger(length, bandWidth)
    this.#atrWidth = atrWidth
  }

  /** `offset`: the gap-neutral offset of this bar. */
  push(bar: Bar, offset: number): void {
    this.#atr.push(bar)
    this.#ema.push(bar.close - offset)
    this.#bands.push(bar.close - offset)
  }

  get ready(): boolean {
    return this.#atr.ready
  }

  /** Keltner channel, on the gap-neutral series. */
  get lower(): number {
    return this.#ema.value - this.#atrWidth * this.#atr.value
  }

  get upper(): number {
    return this.#ema.value + this.#atrWidth * this.#atr.value
  }

  /** False until ready. */
  get on(): boolean {
    return this.#bands.lower > this.lower && this.#bands.upper < this.upper
  }
}
