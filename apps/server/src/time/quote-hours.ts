import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'

/** When the index began to be quoted without a pause, where it is being quoted at `now`; outside that undefined. */
export function quotedSince(now: EpochMs): EpochMs | undefined {
  const session = nseCalendar.sessionOn(istDateAt(now))
  return session?.windows.find(({ from, to }) => now >= from && now < Math.min(to, session.indexUntil))?.from
}
