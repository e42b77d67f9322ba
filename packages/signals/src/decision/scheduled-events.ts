import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import { FED_DAYS, RBI_DAYS, WHOLE_DAYS } from '../agents/event-tables.ts'
import type { ScheduledEvent } from './symbol-pipeline-options.ts'

/** The Reserve Bank's governor speaks at this hour (signals reference §1.6). */
const RBI_HOUR = 10

/** The known events of `day` around which nothing is entered. */
export function scheduledEvents(day: IstDate): ScheduledEvent[] {
  const events: ScheduledEvent[] = []
  if (RBI_DAYS.days.includes(day)) {
    const at = istInstant(day, RBI_HOUR)
    events.push({ id: `rbi-${day}`, name: 'rbi_policy', start: at, end: at, source: RBI_DAYS.source })
  }
  for (const { day: on, id, name } of WHOLE_DAYS.days)
    if (on === day)
      events.push({ id: `${id}-${day}`, name, start: istInstant(day, 0), end: undefined, source: WHOLE_DAYS.source })
  return events
}

/** Whether `day` is the first session after a decision of the US Federal Reserve. */
export function isMorningAfterFed(day: IstDate, calendar: TradingCalendar): boolean {
  return FED_DAYS.days.some((decided) => decided < day && calendar.nextTradingDay(istDate(decided)) === day)
}
