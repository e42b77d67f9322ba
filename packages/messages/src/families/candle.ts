import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PatternLabel } from '../labels.ts'
import type { Points, Ratio, Score } from '../parameters.ts'

/** Reasons of the candle agent. */
export type CandleReason =
  | { readonly code: 'candle.warm_up'; readonly known: number; readonly needed: number }
  | { readonly code: 'candle.none'; readonly bars: number }
  | { readonly code: 'candle.doji' }
  | { readonly code: 'candle.pattern'; readonly pattern: PatternLabel; readonly barEnd: EpochMs }
  | {
      readonly code: 'candle.pattern.noted'
      readonly pattern: PatternLabel
      readonly barEnd: EpochMs
      readonly notes: readonly CandleNote[]
    }
  | { readonly code: 'candle.below_threshold'; readonly score: Score; readonly needed: Ratio }

/** Notes on a candlestick pattern; part of `candle.pattern.noted`. */
export type CandleNote =
  | { readonly code: 'candle_note.no_trend' }
  | { readonly code: 'candle_note.small_range' }
  | { readonly code: 'candle_note.confirmed_above'; readonly level: Points }
  | { readonly code: 'candle_note.confirmed_below'; readonly level: Points }
  | { readonly code: 'candle_note.then_doji' }
  | { readonly code: 'candle_note.gap_tolerance' }
