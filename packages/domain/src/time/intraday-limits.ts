// @invariant flat-before-close
import type { Session } from './calendar.ts'
import { istInstant, MINUTE_MS, type EpochMs, type IstDate } from './ist.ts'

/**
 * The strategy's own times of day, narrower than the exchange's. Sources: signals reference §1.6 (entries) and §3.4
 * (square-off); reliability guide I9 (start and end of the square-off before the close).
 */
export const INTRADAY_TIMES = {
  firstEntry: { hour: 9, minute: 30 },
  lastEntry: { hour: 14, minute: 45 },
  /** On the expiry day of the symbol's near contract. */
  lastEntryOnExpiry: { hour: 13, minute: 30 },
  squareOff: { hour: 15, minute: 5 },
  /** For a contract on its own expiry day: its final price comes from an auction. */
  squareOffOnExpiry: { hour: 14, minute: 45 },
  squareOffStartBeforeClose: 25 * MINUTE_MS,
  squareOffDoneBeforeClose: 12 * MINUTE_MS,
} as const

const onDay = (day: IstDate, time: { readonly hour: number; readonly minute: number }): EpochMs =>
  istInstant(day, time.hour, time.minute)

const earlier = (a: number, b: number): EpochMs => Math.min(a, b) as EpochMs

/**
 * When the exit of a position in a contract expiring on `expiry` begins: never later than 25 minutes before the close, and
 * that long before it on an evening session, which opens after the usual time.
 */
export function squareOffAt(session: Session, expiry: IstDate): EpochMs {
  const time = expiry === session.day ? INTRADAY_TIMES.squareOffOnExpiry : INTRADAY_TIMES.squareOff
  const usual = onDay(session.day, time)
  const latest = session.closesAt - INTRADAY_TIMES.squareOffStartBeforeClose
  return earlier(usual < session.opensAt ? latest : usual, latest)
}

/** When every intraday position must be flat, else an alarm is due: 12 minutes before the close. */
export function squareOffDeadline(session: Session): EpochMs {
  return (session.closesAt - INTRADAY_TIMES.squareOffDoneBeforeClose) as EpochMs
}

/**
 * The hours in which entries are allowed, `from` included, `to` not; `undefined` on a special session that is
 * not a full day. `nearExpiry` is the expiry of the symbol's nearest contract, which cuts entries short on its day.
 */
export function entryWindow(session: Session, nearExpiry: IstDate): { from: EpochMs; to: EpochMs } | undefined {
  if (session.kind !== 'full') return undefined
  return { from: onDay(session.day, INTRADAY_TIMES.firstEntry), to: lastEntryAt(session, nearExpiry) }
}

/** The first instant at which no new entry is allowed any more; 14:45, on the near contract's expiry day 13:30. */
export function lastEntryAt(session: Session, nearExpiry: IstDate): EpochMs {
  if (session.kind !== 'full') return session.opensAt
  const time = nearExpiry === session.day ? INTRADAY_TIMES.lastEntryOnExpiry : INTRADAY_TIMES.lastEntry
  return earlier(onDay(session.day, time), session.closesAt - INTRADAY_TIMES.squareOffStartBeforeClose)
}
