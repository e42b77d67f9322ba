import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { Points, Ratio, Score } from '@strikewise/domain/text/message-parameters.ts'
import type { AgentDefinition } from '../definition.ts'

/** Numbers of the indicator agent (signals reference §1.3). Part of `SignalParams`, whose units hold here too. */
export interface IndicatorParams {
  readonly warmUpBars: number
  readonly enter: number
  readonly leave: number
  readonly weights: {
    readonly ema: number
    readonly vwap: number
    readonly rsi: number
    readonly macd: number
    readonly supertrend: number
    readonly trend15: number
  }
  readonly scales: { readonly ema: number; readonly vwap: number; readonly rsi: number; readonly macd: number }
  readonly exhaustion: { readonly rsiHigh: number; readonly rsiLow: number; readonly factor: number }
}

/** Codes its reasons can have, beside `error` of one that failed. */
export type IndicatorCode =
  | 'warm_up'
  | 'ema_cross'
  | 'rsi'
  | 'macd'
  | 'supertrend'
  | 'trend_15m'
  | 'vwap'
  | 'time_weighted_average'
  | 'exhaustion'
  | 'below_threshold'

/** What its reasons report. */
export type IndicatorReason =
  | { readonly code: 'indicator.warm_up'; readonly known: number; readonly needed: number }
  | {
      readonly code: 'indicator.ema_cross'
      readonly fastLength: number
      readonly fast: Points
      readonly slowLength: number
      readonly slow: Points
      readonly side: 'above' | 'below' | 'level'
    }
  | { readonly code: 'indicator.rsi'; readonly length: number; readonly rsi: number; readonly even: number }
  | { readonly code: 'indicator.macd'; readonly histogram: Points }
  | { readonly code: 'indicator.supertrend'; readonly direction: Direction; readonly line: Points }
  | {
      readonly code: 'indicator.trend_15m'
      readonly minutes: number
      readonly close: Points
      readonly length: number
      readonly ema: Points
      readonly side: 'above' | 'below' | 'level'
    }
  | {
      readonly code: 'indicator.vwap'
      readonly price: Points
      readonly vwap: Points
      readonly side: 'above' | 'below' | 'level'
    }
  | {
      readonly code: 'indicator.time_weighted_average'
      readonly price: Points
      readonly average: Points
      readonly side: 'above' | 'below' | 'level'
    }
  | { readonly code: 'indicator.exhaustion'; readonly rsi: number; readonly factor: Ratio }
  | { readonly code: 'indicator.below_threshold'; readonly score: Score; readonly enter: Ratio; readonly leave: Ratio }

const params: IndicatorParams = {
  warmUpBars: 60,
  enter: 0.45,
  leave: 0.2,
  weights: { ema: 0.2, vwap: 0.15, rsi: 0.15, macd: 0.15, supertrend: 0.15, trend15: 0.2 },
  scales: { ema: 0.5, vwap: 1.5, rsi: 20, macd: 0.25 },
  exhaustion: { rsiHigh: 80, rsiLow: 20, factor: 0.5 },
}

/** Trend and momentum on closed bars. Its MACD, VWAP and RSI are the basic values every plan sees. */
export const INDICATOR_AGENT = {
  name: 'indicator_signal',
  title: 'Indicators',
  about: 'MACD, VWAP, RSI and trend',
  reads: 'bars',
  ttl: 'fiveMinuteMs',
  role: { kind: 'vote', weight: 0.3, isCore: true, canOppose: true, waitsAfterSpike: false },
  offer: {
    from: 'elite',
    coreCard: true,
  },
  paramsKey: 'indicator',
  params,
} as const satisfies AgentDefinition
