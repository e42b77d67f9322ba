import type { TradingCalendar } from '../time/calendar.ts'
import { istDate, istInstant, type IstDate } from '../time/ist.ts'
import type { ScheduledEvent } from './symbol-pipeline-options.ts'

/** The Reserve Bank's governor speaks at this hour (signals reference §1.6). */
const RBI_HOUR = 10

/**
 * Last days of the Reserve Bank's meetings. Sources: its calendars of 2024-25 and 2025-26, the August 2025 meeting as
 * moved to the 6th. The calendar of 2026-27 has not been read: its days are rows to be added.
 */
const RBI_DAYS: readonly string[] = [
  ['2024-02-08', '2024-04-05', '2024-06-07', '2024-08-08', '2024-10-09', '2024-12-06'],
  ['2025-02-07', '2025-04-09', '2025-06-06', '2025-08-06', '2025-10-01', '2025-12-05'],
  ['2026-02-06'],
].flat()

/** Days that are out as a whole. */
const WHOLE_DAYS: readonly { readonly day: string; readonly id: string; readonly name: string }[] = [
  { day: '2024-02-01', id: 'budget', name: 'Interim Union Budget' },
  { day: '2024-06-04', id: 'election', name: 'Count of the general election' },
  { day: '2024-07-23', id: 'budget', name: 'Union Budget' },
  { day: '2025-02-01', id: 'budget', name: 'Union Budget' },
  { day: '2026-02-01', id: 'budget', name: 'Union Budget' },
]

/** US days on whose afternoon the Federal Reserve decides, after India's session. Source: its meeting calendars. */
const FED_DAYS: readonly string[] = [
  ['2024-01-31', '2024-03-20', '2024-05-01', '2024-06-12', '2024-07-31', '2024-09-18', '2024-11-07', '2024-12-18'],
  ['2025-01-29', '2025-03-19', '2025-05-07', '2025-06-18', '2025-07-30', '2025-09-17', '2025-10-29', '2025-12-10'],
  ['2026-01-28', '2026-03-18', '2026-04-29', '2026-06-17', '2026-07-29', '2026-09-16', '2026-10-28', '2026-12-09'],
  ['2027-01-27', '2027-03-17', '2027-04-28', '2027-06-09', '2027-07-28', '2027-09-15', '2027-10-27', '2027-12-08'],
].flat()

/** The known events of `day` around which nothing is entered. */
export function scheduledEvents(day: IstDate): ScheduledEvent[] {
  const events: ScheduledEvent[] = []
  if (RBI_DAYS.includes(day)) {
    const at = istInstant(day, RBI_HOUR)
    events.push({ id: `rbi-${day}`, name: 'RBI policy decision', start: at, end: at, source: 'RBI meeting calendar' })
  }
  for (const { day: on, id, name } of WHOLE_DAYS)
    if (on === day)
      events.push({ id: `${id}-${day}`, name, start: istInstant(day, 0), end: undefined, source: 'official notice' })
  return events
}

/** Whether `day` is the first session after a decision of the US Federal Reserve. */
export function isMorningAfterFed(day: IstDate, calendar: TradingCalendar): boolean {
  return FED_DAYS.some((decided) => decided < day && calendar.nextTradingDay(istDate(decided)) === day)
}
