import type { SignalParams } from '../registry/params.ts'

/** Counts bars without ticks: they make bar-based agents stale and block the market (signals reference §1.1.4). */
export class BarFreshness {
  readonly #params: SignalParams['candles']
  /** 1 for a synthetic bar, in a ring. */
  readonly #ring: Uint8Array
  #at = 0
  #inWindow = 0
  /** Synthetic bars in a row up to the last. */
  row = 0

  constructor(params: SignalParams['candles']) {
    this.#params = params
    this.#ring = new Uint8Array(params.syntheticWindow)
  }

  push(synthetic: boolean): void {
    const entering = synthetic ? 1 : 0
    this.#inWindow += entering - this.#ring[this.#at]!
    this.#ring[this.#at] = entering
    this.#at = (this.#at + 1) % this.#ring.length
    this.row = synthetic ? this.row + 1 : 0
  }

  /** More synthetic bars among the last ones than an agent may build on. */
  get poor(): boolean {
    return this.#inWindow > this.#params.syntheticLimit
  }
}
