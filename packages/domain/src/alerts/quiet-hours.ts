import { addDays, istDateAt, istInstant, weekdayOf, type EpochMs } from '../time/ist.ts'
import { WEEKDAYS, type Weekday } from '../trading/entry-hours.ts'

/** When a user wants no messages that ask for nothing. */
export interface QuietHours {
  /** Days of the week on which they begin; at least one, none twice. */
  readonly days: readonly Weekday[]
  /** Minutes of the day in India, never equal. A `toMinute` before `fromMinute` is one of the next day. */
  readonly fromMinute: number
  readonly toMinute: number
}

/** The end of the quiet hours that are on at `at`; undefined: none are. Their first instant is quiet, their end is not. */
export function quietUntil({ days, fromMinute, toMinute }: QuietHours, at: EpochMs): EpochMs | undefined {
  const today = istDateAt(at)
  const passesMidnight = toMinute < fromMinute
  for (const begins of passesMidnight ? [today, addDays(today, -1)] : [today]) {
    if (!days.includes(WEEKDAYS[weekdayOf(begins)]!)) continue
    const until = istInstant(passesMidnight ? addDays(begins, 1) : begins, 0, toMinute)
    if (at >= istInstant(begins, 0, fromMinute) && at < until) return until
  }
  return undefined
}
