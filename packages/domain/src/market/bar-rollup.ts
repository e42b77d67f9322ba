import { MINUTE_MS, type EpochMs } from '../time/ist.ts'
import { TIMEFRAME_MINUTES, type Candle, type IntradayTimeframe } from './candle.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Higher-timeframe bars from closed one-minute bars only (signals reference §1.1.5), anchored at the session's open
 * and emitted with their last minute. `finish` closes the short bar a session may end with.
 */
export class BarRollup {
  readonly timeframe: IntradayTimeframe
  readonly #span: number
  readonly #onBar: (bar: Candle) => void
  #opensAt: EpochMs
  #open: Mutable<Candle> | undefined

  constructor(timeframe: IntradayTimeframe, opensAt: EpochMs, onBar: (bar: Candle) => void) {
    this.timeframe = timeframe
    this.#span = TIMEFRAME_MINUTES[timeframe] * MINUTE_MS
    this.#opensAt = opensAt
    this.#onBar = onBar
  }

  /** Starts another session: what is open belongs to the one before and is closed as it is. */
  startSession(opensAt: EpochMs): void {
    this.finish()
    this.#opensAt = opensAt
  }

  /** `minute` must start after every minute pushed before. */
  push(minute: Candle): void {
    const start = (minute.start - ((minute.start - this.#opensAt) % this.#span)) as EpochMs
    if (this.#open !== undefined && this.#open.start !== start) this.finish()
    const bar = this.#open
    if (bar === undefined) this.#open = { ...minute, start }
    else {
      if (minute.high > bar.high) bar.high = minute.high
      if (minute.low < bar.low) bar.low = minute.low
      bar.close = minute.close
      bar.volume += minute.volume
      bar.synthetic &&= minute.synthetic
      bar.volumeAnomaly ||= minute.volumeAnomaly
    }
    if (minute.start + MINUTE_MS === start + this.#span) this.#emit(false)
  }

  /** Emits the bar under way, flagged `partial`. Call it when the session is over. */
  finish(): void {
    this.#emit(true)
  }

  #emit(partial: boolean): void {
    const bar = this.#open
    if (bar === undefined) return
    this.#open = undefined
    bar.partial = partial
    this.#onBar(bar)
  }
}
