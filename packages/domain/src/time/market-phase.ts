import type { Session, TradingCalendar } from './calendar.ts'
import { addDays, istDateAt, istInstant, type EpochMs, type IstDate } from './ist.ts'

/**
 * What the option segment is doing.
 * `pre_open`: 15 minutes before the first trade. `open`: options trade and the index is a continuous price.
 * `closing_auction`: options still trade, the index shares are in auction (15:15 to 15:40 since 3 August 2026).
 * `closed`: outside the hours of a day that has a session. `holiday`: a day without one.
 */
export type MarketPhase = 'pre_open' | 'open' | 'closing_auction' | 'closed' | 'holiday'

export interface MarketClockReading {
  readonly phase: MarketPhase
  /** The next change: read the clock again then, not before. A closed Friday evening changes to `holiday` at midnight. */
  readonly next: { readonly at: EpochMs; readonly phase: MarketPhase }
}

/** The market's phase at `at`, with the change that ends it. */
export function marketClock(at: EpochMs, calendar: TradingCalendar): MarketClockReading {
  const today = istDateAt(at)
  const { phase } = changesOn(today, calendar).findLast((change) => change.at <= at)!
  for (let day = today; ; day = addDays(day, 1)) {
    const next = changesOn(day, calendar).find((change) => change.at > at && change.phase !== phase)
    if (next) return { phase, next }
  }
}

/** True while option orders can match: `open` and `closing_auction`. */
export function optionsTrade(phase: MarketPhase): boolean {
  return phase === 'open' || phase === 'closing_auction'
}

interface Change {
  readonly at: EpochMs
  readonly phase: MarketPhase
}

/** The changes of one day in order, the first at midnight. */
function changesOn(day: IstDate, calendar: TradingCalendar): readonly Change[] {
  const session = calendar.sessionOn(day)
  const midnight = istInstant(day, 0)
  if (session === undefined || session.windows.length === 0) return [{ at: midnight, phase: 'holiday' }]
  return [
    { at: midnight, phase: 'closed' },
    { at: session.preOpenAt, phase: 'pre_open' },
    ...session.windows.flatMap((window) => changesIn(window, session)),
  ]
}

function changesIn(window: Session['windows'][number], session: Session): Change[] {
  const auctionFrom = session.indexUntil
  const auction: Change[] =
    auctionFrom > window.from && auctionFrom < window.to ? [{ at: auctionFrom, phase: 'closing_auction' }] : []
  return [{ at: window.from, phase: 'open' }, ...auction, { at: window.to, phase: 'closed' }]
}
