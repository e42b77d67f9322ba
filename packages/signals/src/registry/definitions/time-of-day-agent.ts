import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { MinuteOfDay, Points } from '@strikewise/domain/text/message-parameters.ts'
import type { AgentDefinition } from '../definition.ts'
import { minuteOfDay as at } from './minute-of-day.ts'

/** Numbers of the time-of-day agent. */
export interface TimeOfDayParams {
  /** Minutes of a slot of the day, counted from `from`; the last one ends at `to`. */
  readonly slotMinutes: number
  readonly from: MinuteOfDay
  readonly to: MinuteOfDay
  /** Sessions whose moves in the slot are averaged. */
  readonly sessions: number
  /** Standard errors at which its strength is 1: Student's t of 4 degrees of freedom, two-sided 5 %. */
  readonly fullErrors: number
}

/** Codes its reasons can have, beside `error` of one that failed. */
export type TimeOfDayCode = 'profile_unknown' | 'session_over' | 'no_range' | 'no_move' | 'usual_up' | 'usual_down'

interface Slot {
  readonly from: MinuteOfDay
  readonly to: MinuteOfDay
}

/** What its reasons report. */
export type TimeOfDayReason =
  | ({ readonly code: 'time_slot.unknown'; readonly known: number; readonly needed: number } & Slot)
  | { readonly code: 'time_slot.over'; readonly to: MinuteOfDay }
  | ({ readonly code: 'time_slot.same'; readonly sessions: number } & Slot)
  | ({ readonly code: 'time_slot.none'; readonly sessions: number } & Slot)
  | ({
      readonly code: 'time_slot.usual'
      readonly direction: Direction
      readonly sessions: number
      readonly move: Points
      readonly errors: number
      readonly full: number
    } & Slot)

const params: TimeOfDayParams = { slotMinutes: 30, from: at(9, 15), to: at(15, 30), sessions: 5, fullErrors: 2.776 }

/** What the index did at this time of day in the last sessions. On trial: it is recorded before it may vote. */
export const TIME_OF_DAY_AGENT = {
  name: 'time_of_day_profile',
  title: 'Time-of-day profile',
  about: 'Usual move at this time of day in the last sessions',
  reads: 'bars',
  ttl: 'oneMinuteMs',
  role: { kind: 'shadow' },
  offer: null,
  paramsKey: 'timeOfDay',
  params,
} as const satisfies AgentDefinition
