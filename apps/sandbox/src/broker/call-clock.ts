import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/**
 * The clock that calls are counted by. It goes as fast as the market's clock or as real time, whichever is faster: a fast
 * market allows its clients more calls, and one that a busy machine slows down, or that stands still, allows no fewer.
 */
export class CallClock {
  #now: number
  #market: EpochMs
  #realMs: number

  constructor(market: EpochMs, realMs: number) {
    this.#now = market
    this.#market = market
    this.#realMs = realMs
  }

  /** The instant of a call that comes at these instants of the market and of real time (monotonic). */
  at(market: EpochMs, realMs: number): EpochMs {
    this.#now += Math.max(market - this.#market, realMs - this.#realMs, 0)
    this.#market = market
    this.#realMs = realMs
    return Math.floor(this.#now) as EpochMs
  }
}
