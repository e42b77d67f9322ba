import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { marketClock, type MarketPhase } from '@strikewise/domain/time/market-phase.ts'

/** The market's phase at `now`. */
export const phaseAt = (now: EpochMs): MarketPhase => marketClock(now, nseCalendar).phase

/** True from the close of the day's session until midnight in India, and all of a day without one. */
export function isDayOver(now: EpochMs): boolean {
  const session = nseCalendar.sessionOn(istDateAt(now))
  return session === undefined || now >= session.closesAt
}

/** Real time a poll needs to arrive, doubled for safety: what may pass before silence means something. */
const POLL_ALLOWANCE_MS = 6000
const STALE_AFTER_MS = 15_000

/**
 * True when a price taken at `at` is older than it may be at `now`: 15 s of market time, or what passes between two polls
 * when the market clock runs `speed` times as fast as the wall's.
 */
export const isPriceOld = (at: EpochMs, now: EpochMs, speed: number): boolean =>
  now - at > Math.max(STALE_AFTER_MS, POLL_ALLOWANCE_MS * speed)

/** True while the index trades and its newest price, taken at `asOf`, is old, or there is none. */
export function isFeedStale(asOf: EpochMs | undefined, now: EpochMs, speed: number): boolean {
  return phaseAt(now) === 'open' && (asOf === undefined || isPriceOld(asOf, now, speed))
}
