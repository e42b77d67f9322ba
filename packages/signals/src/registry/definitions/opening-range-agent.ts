import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { Points } from '@strikewise/domain/text/message-parameters.ts'
import type { AgentDefinition } from '../definition.ts'

/** Numbers of the opening-range agent. */
export interface OpeningRangeParams {
  /** Minutes from the open whose high and low are the range. */
  readonly minutes: number
  /** Distance beyond the range at which its strength is 1, in widths of the range. */
  readonly fullWidths: number
}

/** Codes its reasons can have, beside `error` of one that failed. */
export type OpeningRangeCode = 'range_forming' | 'range_unknown' | 'no_range' | 'inside' | 'break_up' | 'break_down'

/** What its reasons report. */
export type OpeningRangeReason =
  | { readonly code: 'opening_range.forming'; readonly left: number }
  | { readonly code: 'opening_range.unknown' }
  | { readonly code: 'opening_range.flat' }
  | { readonly code: 'opening_range.inside'; readonly low: Points; readonly high: Points }
  | {
      readonly code: 'opening_range.break'
      readonly direction: Direction
      readonly level: Points
      readonly beyond: Points
      readonly widths: number
      readonly full: number
    }

const params: OpeningRangeParams = { minutes: 15, fullWidths: 1 }

/** A close beyond the high or low of the first minutes. On trial: it is recorded and measured before it may vote. */
export const OPENING_RANGE_AGENT = {
  name: 'opening_range_break',
  title: 'Opening-range break',
  about: 'Close above or below the range of the first minutes',
  reads: 'bars',
  ttl: 'oneMinuteMs',
  role: { kind: 'shadow' },
  offer: null,
  paramsKey: 'openingRangeBreak',
  params,
} as const satisfies AgentDefinition
