import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'

/** What is kept of the chain at each closed minute, for comparisons with earlier. Missing values are NaN. */
export interface ChainMoment {
  at: number
  forward: number
  skew: number
  resistance: number
  support: number
  readonly openInterest: Float64Array
  readonly iv: Float64Array
  readonly price: Float64Array
}

/** The chain at the last `minutes` closed minutes, in a ring that is written over: no array grows. */
export class ChainHistory {
  readonly #ring: ChainMoment[]

  constructor(legs: number, minutes: number) {
    const moment = (): ChainMoment => ({
      at: 0,
      forward: Number.NaN,
      skew: Number.NaN,
      resistance: Number.NaN,
      support: Number.NaN,
      openInterest: new Float64Array(legs),
      iv: new Float64Array(legs),
      price: new Float64Array(legs),
    })
    this.#ring = Array.from({ length: minutes + 1 }, moment)
  }

  /** The place to write the moment of the minute ending at `at`, over the oldest. */
  claim(at: EpochMs): ChainMoment {
    const moment = this.#ring[(at / MINUTE_MS) % this.#ring.length]!
    moment.at = at
    return moment
  }

  /** The moment of the minute that ended at `at`, if it is kept. */
  momentAt(at: EpochMs): ChainMoment | undefined {
    const moment = this.#ring[(at / MINUTE_MS) % this.#ring.length]!
    return moment.at === at ? moment : undefined
  }
}
