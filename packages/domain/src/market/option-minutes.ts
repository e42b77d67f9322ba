import type { Paise } from '../money/paise.ts'
import { MINUTE_MS, type EpochMs } from '../time/ist.ts'

/** Consecutive minutes of one instrument: `prices` holds open, high, low and close of each, in paise. */
export interface MinuteSeries {
  /** Start of the first minute. */
  readonly from: EpochMs
  readonly prices: readonly number[]
}

/** One closed minute as the broker's history has it. */
export interface MinuteBar {
  readonly start: EpochMs
  readonly open: Paise
  readonly high: Paise
  readonly low: Paise
  readonly close: Paise
}

/** Numbers of one minute in a `MinuteSeries`. */
export const MINUTE_PRICES = 4

/**
 * One-minute bars of a whole session for many instruments, for charts: no agent reads them. Which one will be asked for
 * is only known once something was bought, so all are kept, in one column of integers (4 × 4 bytes a minute and slot).
 * A tick costs O(1) and allocates nothing; what lies outside the session is not kept.
 */
export class OptionMinuteSeries {
  readonly opensAt: EpochMs
  readonly closesAt: EpochMs
  readonly #minutes: number
  /** By slot, then minute: open, high, low, close in paise; 0: no trade in that minute. */
  readonly #prices: Int32Array

  constructor(slots: number, opensAt: EpochMs, closesAt: EpochMs) {
    this.opensAt = opensAt
    this.closesAt = closesAt
    this.#minutes = Math.max(0, Math.ceil((closesAt - opensAt) / MINUTE_MS))
    this.#prices = new Int32Array(slots * this.#minutes * MINUTE_PRICES)
  }

  /**
   * The newest trade of `slot`: `price` in paise, made at `tradedAt` (epoch ms, 0 for none). Packets repeat the last
   * trade, which changes nothing; trades of one instrument arrive in order.
   */
  tick(slot: number, price: number, tradedAt: number): void {
    if (price <= 0) return
    const at = this.#at(slot, tradedAt)
    if (at < 0) return
    const prices = this.#prices
    if (prices[at] === 0) {
      prices[at] = prices[at + 1] = prices[at + 2] = prices[at + 3] = price
      return
    }
    if (price > prices[at + 1]!) prices[at + 1] = price
    if (price < prices[at + 2]!) prices[at + 2] = price
    prices[at + 3] = price
  }

  /** Fills in minutes from before the watch began. A minute that was watched from its start is not touched. */
  fill(slot: number, past: readonly MinuteBar[], watchedFrom: EpochMs): void {
    for (const { start, open, high, low, close } of past) {
      const at = start < watchedFrom ? this.#at(slot, start) : -1
      if (at >= 0) this.#prices.set([open, high, low, close], at)
    }
  }

  /**
   * Bars of `slot` from its first trade to the minute of `now`. A minute without a trade is flat at the close before it.
   * Undefined before the first trade. O(minutes).
   */
  series(slot: number, now: EpochMs): MinuteSeries | undefined {
    const prices = this.#prices
    const base = slot * this.#minutes * MINUTE_PRICES
    const end = Math.min(this.#minutes, Math.floor((now - this.opensAt) / MINUTE_MS) + 1)
    let first = 0
    while (first < end && prices[base + first * MINUTE_PRICES] === 0) first += 1
    if (first >= end) return undefined
    const bars: number[] = []
    let close = 0
    for (let minute = first; minute < end; minute += 1) {
      const at = base + minute * MINUTE_PRICES
      if (prices[at] === 0) {
        bars.push(close, close, close, close)
        continue
      }
      close = prices[at + 3]!
      bars.push(prices[at]!, prices[at + 1]!, prices[at + 2]!, close)
    }
    return { from: (this.opensAt + first * MINUTE_MS) as EpochMs, prices: bars }
  }

  /** Where the minute of `time` begins in the column; -1 outside the session. */
  #at(slot: number, time: number): number {
    const minute = Math.floor((time - this.opensAt) / MINUTE_MS)
    return minute < 0 || minute >= this.#minutes ? -1 : (slot * this.#minutes + minute) * MINUTE_PRICES
  }
}
