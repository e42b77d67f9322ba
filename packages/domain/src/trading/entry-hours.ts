import { FIRST_ENTRY_MINUTE, LAST_ENTRY_MINUTE } from '../time/entry-window.ts'
import { istInstant, weekdayOf, type EpochMs, type IstDate } from '../time/ist.ts'

/** Days of the week by the number `weekdayOf` gives them. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** When a user allows entries, inside the product's own entry window. Exits and protection never depend on it. */
export interface EntryHours {
  /** In the order of `WEEKDAYS`, at least one, none twice. */
  readonly days: readonly Weekday[]
  /** Minutes of the day in India, `fromMinute` included, `toMinute` not. */
  readonly fromMinute: number
  readonly toMinute: number
}

/** Every entry that the product's own window allows. */
const UNRESTRICTED: EntryHours = { days: WEEKDAYS, fromMinute: FIRST_ENTRY_MINUTE, toMinute: LAST_ENTRY_MINUTE }

/** The instants between which `hours` allow entries on `day`, `from` included, `to` not; undefined: none on that weekday. */
export function entryHoursOn(hours: EntryHours, day: IstDate): { from: EpochMs; to: EpochMs } | undefined {
  if (!hours.days.includes(WEEKDAYS[weekdayOf(day)]!)) return undefined
  return { from: istInstant(day, 0, hours.fromMinute), to: istInstant(day, 0, hours.toMinute) }
}

/** Whether `requested` allow an entry at a time at which `known` allow none; null: no restriction. */
export function allowsMoreHours(requested: EntryHours | null, known: EntryHours | null): boolean {
  const [after, before] = [requested ?? UNRESTRICTED, known ?? UNRESTRICTED]
  return (
    after.days.some((day) => !before.days.includes(day)) ||
    after.fromMinute < before.fromMinute ||
    after.toMinute > before.toMinute
  )
}

/** The times at which `a` and `b` both allow entries; undefined where that is none. Null: no restriction. */
export function commonHours(a: EntryHours | null, b: EntryHours | null): EntryHours | undefined {
  const [one, other] = [a ?? UNRESTRICTED, b ?? UNRESTRICTED]
  const days = one.days.filter((day) => other.days.includes(day))
  const fromMinute = Math.max(one.fromMinute, other.fromMinute)
  const toMinute = Math.min(one.toMinute, other.toMinute)
  return days.length > 0 && fromMinute < toMinute ? { days, fromMinute, toMinute } : undefined
}
