import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { MORNING_FROM_MINUTE } from '@strikewise/domain/time/morning.ts'

/**
 * How the readiness of the day is shown at `now`: `open` from the morning until the market opens, `closed` behind one line
 * until it closes, else `none`.
 */
export function readinessView(now: EpochMs): 'open' | 'closed' | 'none' {
  const day = istDateAt(now)
  const session = nseCalendar.sessionOn(day)
  if (session === undefined || session.windows.length === 0) return 'none'
  if (now < istInstant(day, 0, MORNING_FROM_MINUTE) || now >= session.closesAt) return 'none'
  return now < session.opensAt ? 'open' : 'closed'
}
