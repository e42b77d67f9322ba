import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { marketClock, optionsTrade, type MarketPhase } from '@strikewise/domain/time/market-clock.ts'
import { istDay, istMinute } from '../../lib/ist-format.ts'

/** What each phase is called. */
export const PHASE_TEXTS = {
  pre_open: msg`Pre-open`,
  open: msg`Market open`,
  closing_auction: msg`Closing auction`,
  closed: msg`Market closed`,
  holiday: msg`Market holiday`,
} satisfies Record<MarketPhase, MessageDescriptor>

/** The market's phase at `now`. */
export const phaseAt = (now: EpochMs): MarketPhase => marketClock(now, nseCalendar).phase

/** 'closes 15:40', 'opens 09:15', 'opens 23 Nov 2026, 09:15': the next time options start or stop trading. */
export function nextChangeText(now: EpochMs): string {
  const trading = optionsTrade(phaseAt(now))
  let at = now
  // At most a fortnight of closed days lies between two sessions; each step is one change.
  for (let step = 0; step < 64; step++) {
    const { next } = marketClock(at, nseCalendar)
    at = next.at
    if (optionsTrade(next.phase) !== trading) break
  }
  const minute = istMinute(at)
  const when = istDateAt(at) === istDateAt(now) ? minute : `${istDay(at)}, ${minute}`
  return trading ? t`closes ${when}` : t`opens ${when}`
}

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
