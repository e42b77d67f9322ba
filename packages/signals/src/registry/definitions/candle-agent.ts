import type { Points, Ratio, Score } from '@strikewise/domain/text/message-parameters.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AgentDefinition } from '../definition.ts'

/** Numbers of the candle agent (signals reference §1.2). Part of `SignalParams`, whose units hold here too. */
export interface CandleParams {
  readonly bias: number
  readonly agePerBar: number
  readonly barsThatCount: number
  readonly confirmed: number
  readonly afterDoji: number
  readonly equalEnd: number
  readonly againstContext: number
  readonly minSpanAtr: number
  readonly smallSpan: number
  readonly gapTolerance: number
  readonly volumeHigh: number
  readonly volumeLow: number
  readonly volumeHighFactor: number
  readonly volumeLowFactor: number
  readonly volumeUnknownFactor: number
  readonly volumeSessions: number
  readonly quality: {
    readonly engulfing: number
    readonly hammer: number
    readonly shootingStar: number
    readonly morningStar: number
    readonly eveningStar: number
    readonly marubozu: number
    readonly harami: number
    readonly whiteSoldiers: number
    readonly blackCrows: number
  }
}

/** Codes its reasons can have, beside `error` of one that failed. */
export type CandleCode =
  | 'warm_up'
  | 'no_pattern'
  | 'doji'
  | 'below_threshold'
  | 'engulfing'
  | 'hammer'
  | 'shootingStar'
  | 'morningStar'
  | 'eveningStar'
  | 'marubozu'
  | 'harami'
  | 'whiteSoldiers'
  | 'blackCrows'

/** Patterns as texts name them: the direction of a pattern with two is part of its name. */
export type CandlestickPattern =
  | 'bullish_engulfing'
  | 'bearish_engulfing'
  | 'hammer'
  | 'shooting_star'
  | 'morning_star'
  | 'evening_star'
  | 'white_marubozu'
  | 'black_marubozu'
  | 'bullish_harami'
  | 'bearish_harami'
  | 'three_white_soldiers'
  | 'three_black_crows'

/** What its reasons report. */
export type CandleReason =
  | { readonly code: 'candle.warm_up'; readonly known: number; readonly needed: number }
  | { readonly code: 'candle.none'; readonly bars: number }
  | { readonly code: 'candle.doji' }
  | { readonly code: 'candle.pattern'; readonly pattern: CandlestickPattern; readonly barEnd: EpochMs }
  | {
      readonly code: 'candle.pattern.noted'
      readonly pattern: CandlestickPattern
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

const params: CandleParams = {
  bias: 0.35,
  agePerBar: 0.6,
  barsThatCount: 3,
  confirmed: 1.5,
  afterDoji: 0.8,
  equalEnd: 0.8,
  againstContext: 0.4,
  minSpanAtr: 0.8,
  smallSpan: 0.6,
  gapTolerance: 0.1,
  volumeHigh: 1.2,
  volumeLow: 0.8,
  volumeHighFactor: 1.15,
  volumeLowFactor: 0.8,
  volumeUnknownFactor: 0.9,
  volumeSessions: 20,
  quality: {
    engulfing: 0.6,
    hammer: 0.5,
    shootingStar: 0.5,
    morningStar: 0.8,
    eveningStar: 0.8,
    marubozu: 0.5,
    harami: 0.35,
    whiteSoldiers: 0.7,
    blackCrows: 0.7,
  },
}

/** Patterns on closed five-minute bars. */
export const CANDLE_AGENT = {
  name: 'candle_signal',
  title: 'Candles',
  about: 'Patterns of closed five-minute bars',
  reads: 'bars',
  ttl: 'fiveMinuteMs',
  role: { kind: 'vote', weight: 0.2, isCore: true, canOppose: false, waitsAfterSpike: false },
  offer: {
    from: 'starter',
    coreCard: true,
  },
  paramsKey: 'candle',
  params,
} as const satisfies AgentDefinition
