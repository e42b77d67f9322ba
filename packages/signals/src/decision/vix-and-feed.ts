import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'

/** Exchange timestamps of packets are whole seconds: that much of a lag is only their rounding. */
const TIMESTAMP_STEP_MS = 1000

/** India VIX with a memory of one reading a minute, for its rise within minutes. */
export class VixTracker {
  readonly #minutes: Float64Array
  last = Number.NaN
  previousClose = Number.NaN

  constructor(minutes: number) {
    this.#minutes = new Float64Array(minutes + 1).fill(Number.NaN)
  }

  /** Prices in points; 0 means not published. The first previous close of the day is held. */
  read(last: number, previousClose: number): void {
    if (last > 0) this.last = last
    if (previousClose > 0 && this.previousClose !== this.previousClose) this.previousClose = previousClose
  }

  closeMinute(end: EpochMs): void {
    this.#minutes[(end / MINUTE_MS) % this.#minutes.length] = this.last
  }

  get dayShare(): number {
    return this.last / this.previousClose - 1
  }

  /** Against `minutes` before `lastClosed`; NaN when that was not seen. */
  fastShare(lastClosed: EpochMs): number {
    const oldest = this.#minutes[(lastClosed / MINUTE_MS + 1) % this.#minutes.length]!
    return this.last / oldest - 1
  }
}

/** When a feed last spoke, by the exchange's clock, and how far that clock is from ours. */
export class FeedFreshness {
  /** Exchange time of the newest tick; 0: none yet. */
  tickAt = 0
  clockSkewMs = 0

  tick(exchangeAt: EpochMs, receivedAt: EpochMs): void {
    if (exchangeAt < this.tickAt) return
    this.tickAt = exchangeAt
    const lag = receivedAt - exchangeAt
    this.clockSkewMs = lag < 0 ? -lag : Math.max(0, lag - TIMESTAMP_STEP_MS)
  }
}
