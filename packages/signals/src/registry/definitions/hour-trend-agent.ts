import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { Points } from '@strikewise/domain/text/message-parameters.ts'
import type { AgentDefinition } from '../definition.ts'

/** Numbers of the agent for the trend of the hour. */
export interface HourTrendParams {
  /** One-minute moves that are read. */
  readonly minutes: number
  /** Standard deviations at which its strength is 1. */
  readonly fullDeviations: number
}

/** Codes its reasons can have, beside `error` of one that failed. */
export type HourTrendCode = 'warm_up' | 'no_range' | 'trend_up' | 'trend_down' | 'no_trend'

/** What its reasons report. */
export type HourTrendReason =
  | { readonly code: 'hour.warm_up'; readonly known: number; readonly needed: number }
  | { readonly code: 'hour.flat'; readonly minutes: number }
  | { readonly code: 'hour.none'; readonly minutes: number }
  | {
      readonly code: 'hour.move'
      readonly direction: Direction
      readonly move: Points
      readonly minutes: number
      readonly deviations: number
      readonly full: number
    }

const params: HourTrendParams = { minutes: 60, fullDeviations: 2 }

/** How far the index went in the last hour, against the size of its moves. On trial before it may vote. */
export const HOUR_TREND_AGENT = {
  name: 'hour_trend',
  title: 'Trend of the hour',
  about: 'Move of the last hour against the usual size of its minutes',
  reads: 'bars',
  ttl: 'oneMinuteMs',
  role: { kind: 'shadow' },
  offer: null,
  paramsKey: 'hourTrend',
  params,
} as const satisfies AgentDefinition
