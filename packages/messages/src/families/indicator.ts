import type { Points, Ratio, Score } from '../parameters.ts'

/** Reasons of the indicator agent. */
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
  | { readonly code: 'indicator.supertrend'; readonly direction: 'up' | 'down'; readonly line: Points }
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
