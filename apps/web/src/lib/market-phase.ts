import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { marketClock, type MarketPhase } from '@strikewise/domain/time/market-clock.ts'

/** The market's phase at `now`. */
export const phaseAt = (now: EpochMs): MarketPhase => marketClock(now, nseCalendar).phase

/** Real time a poll needs to arrive, doubled for safety: what may pass before silence means something. */
const POLL_ALLOWANCE_MS = 6000
const STALE_AFTER_MS = 15_000

/**
 * True while options trade and the newest quote is older than it may be: 15 s of market time, or what passes between
 * two polls when the market clock runs faster than the wall's.
 */
export function isFeedStale(asOf: EpochMs | undefined, now: EpochMs, speed: number): boolean {
  if (asOf === undefined || phaseAt(now) !== 'open') return false
  return now - asOf > Math.max(STALE_AFTER_MS, POLL_ALLOWANCE_MS * speed)
}
