import type { Points } from '@strikewise/domain/text/message-parameters.ts'
import type { AgentDefinition } from '../definition.ts'
import { minuteOfDay as at } from './minute-of-day.ts'

/** Numbers of the range filter (signals reference §1.5). Part of `SignalParams`, whose units hold here too. */
export interface SidewaysParams {
  readonly warmUpBars: number
  readonly adx: number
  readonly choppiness: number
  readonly rangeBars: number
  readonly rangeAtr: number
  readonly slopeBars: number
  readonly slopeAtr: number
  readonly adxScale: number
  readonly transitionStrength: number
  readonly votes: number
  readonly openingRangeEnd: number
  readonly openingRangeFrom: number
}

/** Codes its reasons can have, beside `error` of one that failed. */
export type SidewaysCode =
  | 'warm_up'
  | 'range'
  | 'trend_up'
  | 'trend_down'
  | 'transition'
  | 'adx_low'
  | 'adx_high'
  | 'choppy'
  | 'directional'
  | 'narrow_range'
  | 'wide_range'
  | 'squeeze'
  | 'inside_opening_range'

export type Regime = 'range' | 'trend_up' | 'trend_down' | 'transition'

/** What its reasons report. */
export type SidewaysReason =
  | { readonly code: 'sideways.warm_up'; readonly known: number; readonly needed: number }
  | { readonly code: 'sideways.range'; readonly votes: number; readonly of: number; readonly needed: number }
  | {
      readonly code: 'sideways.trend_up'
      readonly length: number
      readonly rise: Points
      readonly bars: number
      readonly adx: number
    }
  | {
      readonly code: 'sideways.trend_down'
      readonly length: number
      readonly fall: Points
      readonly bars: number
      readonly adx: number
    }
  | { readonly code: 'sideways.transition'; readonly votes: number; readonly of: number }
  | { readonly code: 'sideways.adx'; readonly length: number; readonly adx: number; readonly limit: number }
  | {
      readonly code: 'sideways.choppiness'
      readonly length: number
      readonly choppiness: number
      readonly limit: number
    }
  | {
      readonly code: 'sideways.width'
      readonly bars: number
      readonly range: Points
      readonly atrs: number
      readonly limit: number
    }
  | { readonly code: 'sideways.width.none'; readonly bars: number }
  | { readonly code: 'sideways.squeeze' }
  | { readonly code: 'sideways.inside_opening_range'; readonly low: Points; readonly high: Points }

const params: SidewaysParams = {
  warmUpBars: 60,
  adx: 20,
  choppiness: 55,
  rangeBars: 12,
  rangeAtr: 3,
  slopeBars: 6,
  slopeAtr: 0.5,
  adxScale: 20,
  transitionStrength: 0.25,
  votes: 2,
  openingRangeEnd: at(9, 30),
  openingRangeFrom: at(10, 30),
}

/** Whether the market goes anywhere. It forbids entries in a range. */
export const SIDEWAYS_AGENT = {
  name: 'sideways_detector_signal',
  title: 'Range filter',
  about: 'Trending or range-bound',
  reads: 'bars',
  ttl: 'fiveMinuteMs',
  role: { kind: 'veto' },
  offer: {
    from: 'elite',
    coreCard: true,
  },
  paramsKey: 'sideways',
  params,
} as const satisfies AgentDefinition
