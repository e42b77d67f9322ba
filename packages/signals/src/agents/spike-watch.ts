import { median } from '@strikewise/domain/market/median.ts'
import { SECOND_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { SignalParams } from '../registry/params.ts'
import type { SpikeHold, SpikeSignal } from './spike-signal.ts'

/**
 * Between bars: takes a jump within seconds for a provisional spike, and keeps entries out after either kind for a
 * minute and until spreads at the money are narrow again (signals reference §1.8). Everything happens at whole seconds
 * of market time, so how often it is called changes nothing. O(1) a second; no allocation.
 */
export class SpikeWatch {
  readonly #params: SignalParams['spike']
  readonly #agent: SpikeSignal
  /** Prices and at-the-money spreads (as a share of their mid) of the last seconds, in rings. */
  readonly #prices: Float64Array
  readonly #spreads: Float64Array
  readonly #scratch: Float64Array
  /** The last whole second that was taken in; 0: none yet. */
  #second = 0
  #until = 0
  /** What holds entries at the last second; undefined: nothing. */
  hold: SpikeHold | undefined

  constructor(params: SignalParams['spike'], agent: SpikeSignal) {
    this.#params = params
    this.#agent = agent
    this.#prices = new Float64Array(params.fastMs / SECOND_MS + 1)
    this.#spreads = new Float64Array(params.spreadWindowMs / SECOND_MS).fill(Number.NaN)
    this.#scratch = new Float64Array(this.#spreads.length)
  }

  /**
   * The market stands at `price` (any unit; 0: not known) and `spread` (NaN: not known) at `second`. Seconds that were
   * skipped since the last call stood at the same: nothing was decoded in between.
   */
  advance(second: EpochMs, price: number, spread: number): void {
    // Older than both windows: what was skipped before cannot matter any more.
    const from = Math.max(this.#second + SECOND_MS, second - this.#params.spreadWindowMs)
    for (let at = from; at <= second; at += SECOND_MS) this.#take(at as EpochMs, price, spread)
    this.#second = Math.max(this.#second, second)
  }

  /** The minute that closed last was a spike. */
  confirm(): void {
    if (this.#agent.isFresh) this.#start('closed', this.#agent.asOf)
  }

  #take(at: EpochMs, price: number, spread: number): void {
    const slot = at / SECOND_MS
    this.#prices[slot % this.#prices.length] = price
    this.#spreads[slot % this.#spreads.length] = spread
    const before = this.#prices[(slot + 1) % this.#prices.length]!
    const { fastMs, fastTimes } = this.#params
    if (price > 0 && before > 0) {
      const limit = fastTimes * this.#agent.sigmaFor(fastMs, at)
      if (limit > 0 && Math.abs(Math.log(price / before)) > limit) this.#start('provisional', at)
    }
    if (this.hold === undefined || at < this.#until) return
    if (spread < this.#params.spreadTimes * this.#usualSpread()) this.hold = undefined
  }

  #start(hold: SpikeHold, from: EpochMs): void {
    this.hold = hold
    this.#until = Math.max(this.#until, from + this.#params.pauseMs)
  }

  /** Median of the window; NaN when no spread was known in it. */
  #usualSpread(): number {
    let count = 0
    for (const spread of this.#spreads)
      if (spread === spread) {
        this.#scratch[count] = spread
        count += 1
      }
    return median(this.#scratch, count)
  }
}
