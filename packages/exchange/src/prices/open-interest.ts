import type { IndexSymbol, OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Rng, RngState } from '../random/rng.ts'
import { INTEREST, ROUND_STRIKES, type ChainTraits } from './calibration.ts'
import { MINUTE_SIGMA } from './index-model.ts'

/** Mean of |r| of a normal with deviation 1. */
const MEAN_SIZE = Math.sqrt(2 / Math.PI)

/** What a strike holds over what the same distance from the money holds on average: that of the roundest it is. */
function roundShare(rows: readonly { readonly multiple: number; readonly share: number }[], strike: number): number {
  return rows.find(({ multiple }) => strike % multiple === 0)!.share
}

export interface OpenInterestState {
  readonly rng: RngState
  readonly logIndex: number
  readonly usualMove: number
  readonly trend: number
  readonly mood: number
  readonly pressure: number
}

/**
 * Open interest of one chain: its shape at the open, and how it changes through the day (signals reference §6).
 *
 * Writers follow the index: after a rise they add puts and cover calls, after a fall the reverse (measured on recorded
 * chains: (ΔPE - ΔCE) / gross over 15 minutes is 0.3 to 0.6 in size, and goes with the forward's move of the same
 * minutes at 0.2 to 0.75). It looks back only: nothing here knows where the index goes next.
 */
export class OpenInterest {
  readonly #traits: ChainTraits
  readonly #lot: number
  readonly #symbol: IndexSymbol
  readonly #rng: Rng
  #logIndex = Number.NaN
  /** Mean size of a minute's move of late; moves are measured against it, so a calm day has its trends too. */
  #usualMove: number
  /** Moves of the last minutes, the newest weighing most; deviation 1. */
  #trend = 0
  /** What writers do on their own account; deviation 1, slow. */
  #sentiment: number
  #pressure = 0

  constructor(contract: OptionContract, traits: ChainTraits, rng: Rng) {
    this.#traits = traits
    this.#lot = contract.lotSize
    this.#symbol = contract.symbol
    this.#rng = rng
    this.#usualMove = MINUTE_SIGMA[contract.symbol] * MEAN_SIZE
    this.#sentiment = rng.normal()
  }

  get state(): OpenInterestState {
    return {
      rng: this.#rng.state,
      logIndex: this.#logIndex,
      usualMove: this.#usualMove,
      trend: this.#trend,
      mood: this.#sentiment,
      pressure: this.#pressure,
    }
  }

  set state(state: OpenInterestState) {
    this.#rng.state = state.rng
    this.#logIndex = state.logIndex
    this.#usualMove = state.usualMove
    this.#trend = state.trend
    this.#sentiment = state.mood
    this.#pressure = state.pressure
  }

  /**
   * Units at the open: calls peak one or two expected moves above the money, puts below; round strikes hold most.
   * `outward`: distance out of the money in deviations.
   */
  opening(strike: number, outward: number, put: boolean): number {
    const peak = outward > 0 ? 1.3 * Math.exp(-((outward - 1.4) ** 2) / 2) + 0.5 * Math.exp(-outward) : 0
    const inMoney = outward <= 0 ? 0.9 * Math.exp(outward * (put ? 1.1 : 2.2)) : 0
    const share = roundShare(ROUND_STRIKES[this.#symbol], strike)
    const lots = this.#traits.interestLots * (peak + inMoney) * share * Math.exp(0.25 * this.#rng.normal())
    return Math.max(1, Math.round(lots)) * this.#lot
  }

  /** Once a minute, before the minute's contracts take their `next`: the index stands at `spot` points. */
  follow(spot: number): void {
    const logIndex = Math.log(spot)
    // The night's move is in the opening interest: only moves since the first minute count.
    const move = Number.isNaN(this.#logIndex) ? 0 : logIndex - this.#logIndex
    this.#logIndex = logIndex
    this.#usualMove += (Math.abs(move) - this.#usualMove) / INTEREST.usualMinutes
    const sigmas = (move * MEAN_SIZE) / Math.max(this.#usualMove, 1e-7)
    const persistence = Math.exp(-1 / INTEREST.trendMinutes)
    const bounded = Math.max(-INTEREST.largestMove, Math.min(INTEREST.largestMove, sigmas))
    this.#trend = this.#trend * persistence + bounded * Math.sqrt(1 - persistence * persistence)
    const moody = Math.exp(-1 / INTEREST.moodMinutes)
    this.#sentiment = this.#sentiment * moody + this.#rng.normal() * Math.sqrt(1 - moody * moody)
    this.#pressure = INTEREST.following * this.#trend + INTEREST.ownMind * this.#sentiment
  }

  /** What writers make of the last minutes, as `next` reads it. */
  get pressure(): number {
    return this.#pressure
  }

  /**
   * Units after a contract's turn, every `INTEREST.everyMinutes`; whole lots, one at least. `own`: the contract's
   * scatter, normal; `pressure`: that of its minute.
   */
  next(
    interest: number,
    outward: number,
    put: boolean,
    own: number = this.#rng.normal(),
    pressure: number = this.#pressure,
  ): number {
    const turning = outward > 0.6 ? INTEREST.written : outward < -0.2 ? -INTEREST.covered : 0
    // Who wrote close to the money has to act; far wings and old positions deep in the money are moved less.
    const near = 0.5 + 0.5 * Math.exp((-outward * outward) / 2)
    const leaning = (put ? 1 : -1) * pressure * near
    // Where hardly any trade took place the count stays as it was.
    if (Math.abs(own) < INTEREST.idle) return interest
    const share = this.#traits.interestTurnover * (INTEREST.scatter * own + turning + leaning)
    return Math.max(this.#lot, interest + Math.round((interest * share) / this.#lot) * this.#lot)
  }
}
