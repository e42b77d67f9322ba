// @invariant learned-weights
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'

/** The market role opens a day well within this time before its session; from then on the day's weights stand. */
const SETTLED_BEFORE_MS = 60 * MINUTE_MS

/** The session from which a change of weights made now counts: the next whose day is not opened yet. */
export function nextUnopenedSession(now: EpochMs): IstDate {
  const today = istDateAt(now)
  const session = nseCalendar.isTradingDay(today) ? nseCalendar.sessionOn(today) : undefined
  const isAhead = session !== undefined && session.windows.length > 0 && now < session.opensAt - SETTLED_BEFORE_MS
  return isAhead ? today : nseCalendar.nextTradingDay(today)
}
