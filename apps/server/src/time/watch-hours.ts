import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'

/** The broker's list of the day's contracts is made at about 08:30; minutes after midnight in India. */
export const LIST_READY_MINUTE = 8 * 60 + 40

const AFTER_CLOSE_MS = 30 * MINUTE_MS

/** From the morning's contract list until half an hour after the close, on days with a session. */
export function isWatched(now: EpochMs): boolean {
  const session = nseCalendar.sessionOn(istDateAt(now))
  if (session === undefined || session.windows.length === 0) return false
  return now >= istInstant(session.day, 0, LIST_READY_MINUTE) && now < session.closesAt + AFTER_CLOSE_MS
}
