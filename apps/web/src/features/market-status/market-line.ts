import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { marketClock, optionsTrade, type MarketPhase } from '@strikewise/domain/time/market-phase.ts'
import { istDay, istMinute } from '../../lib/ist-format.ts'
import { phaseAt } from '../../lib/market-phase.ts'

/** What each phase is called. */
export const PHASE_TEXTS = {
  pre_open: msg`Pre-open`,
  open: msg`Market open`,
  closing_auction: msg`Closing auction`,
  closed: msg`Market closed`,
  holiday: msg`Market holiday`,
} satisfies Record<MarketPhase, MessageDescriptor>

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
