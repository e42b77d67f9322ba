import type { Paise } from '../money/paise.ts'
import { MINUTE_MS, type EpochMs } from '../time/ist.ts'

export type Timeframe = '1m' | '3m' | '5m' | '15m' | '1d'

/** Minutes of each intraday timeframe. */
export const TIMEFRAME_MINUTES = { '1m': 1, '3m': 3, '5m': 5, '15m': 15 } as const
export type IntradayTimeframe = keyof typeof TIMEFRAME_MINUTES

/** One closed bar, [start, start + timeframe), labelled by its start. Prices in paise (an index: points × 100). */
export interface Candle {
  readonly start: EpochMs
  readonly open: Paise
  readonly high: Paise
  readonly low: Paise
  readonly close: Paise
  /** Units traded inside the bar; 0 for an index, which has no volume. */
  readonly volume: number
  /** No tick came: a flat bar at the close before it. */
  readonly synthetic: boolean
  /** The session ended before the timeframe was full (the 15-minute bar 15:30–15:40 of futures). */
  readonly partial: boolean
  /** The cumulative volume stepped back inside the bar; the step counts 0. */
  readonly volumeAnomaly: boolean
}

/** The bar being built. For screens only: no agent reads it. */
export type FormingCandle = Omit<Candle, 'partial'> & { readonly forming: true }

/** End of the bar (exclusive), the instant agents call `asOf`. */
export function candleEnd(candle: Candle, timeframe: IntradayTimeframe): EpochMs {
  return (candle.start + TIMEFRAME_MINUTES[timeframe] * MINUTE_MS) as EpochMs
}

/** Builds the common case: a full bar of real trades. */
export function candle(start: EpochMs, open: Paise, high: Paise, low: Paise, close: Paise, volume = 0): Candle {
  return { start, open, high, low, close, volume, synthetic: false, partial: false, volumeAnomaly: false }
}
