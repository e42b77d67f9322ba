import type { Session } from './calendar.ts'
import { istInstant, MINUTE_MS, type EpochMs, type IstDate } from './ist.ts'
import { SQUARE_OFF_START_BEFORE_CLOSE_MS, squareOffAt } from './square-off.ts'

/** The strategy's own hours of entries, narrower than the exchange's. Source: signals reference §1.6. */
const ENTRY_TIMES = {
  first: { hour: 9, minute: 30 },
  last: { hour: 14, minute: 45 },
  /** On the expiry day of the symbol's near contract. */
  lastOnExpiry: { hour: 13, minute: 30 },
} as const

const minuteOfDay = ({ hour, minute }: { readonly hour: number; readonly minute: number }) => hour * 60 + minute

/** The first minute of the day, in India, in which entries are allowed, and the first in which none is any more. */
export const FIRST_ENTRY_MINUTE = minuteOfDay(ENTRY_TIMES.first)
export const LAST_ENTRY_MINUTE = minuteOfDay(ENTRY_TIMES.last)

const onDay = (day: IstDate, time: { readonly hour: number; readonly minute: number }): EpochMs =>
  istInstant(day, time.hour, time.minute)

/**
 * The hours in which entries are allowed, `from` included, `to` not; `undefined` on a special session that is
 * not a full day. `nearExpiry` is the expiry of the symbol's nearest contract, which cuts entries short on its day.
 */
export function entryWindow(session: Session, nearExpiry: IstDate): { from: EpochMs; to: EpochMs } | undefined {
  if (session.kind !== 'full') return undefined
  return { from: onDay(session.day, ENTRY_TIMES.first), to: lastEntryAt(session, nearExpiry) }
}

/** The first instant at which no new entry is allowed any more; 14:45, on the near contract's expiry day 13:30. */
export function lastEntryAt(session: Session, nearExpiry: IstDate): EpochMs {
  if (session.kind !== 'full') return session.opensAt
  const time = nearExpiry === session.day ? ENTRY_TIMES.lastOnExpiry : ENTRY_TIMES.last
  return Math.min(onDay(session.day, time), session.closesAt - SQUARE_OFF_START_BEFORE_CLOSE_MS) as EpochMs
}

/** A manual entry has at least so long until its contract is squared off: less would only pay spread and charges. */
const MANUAL_BEFORE_SQUARE_OFF_MS = 15 * MINUTE_MS

/**
 * The hours in which a user may enter a contract that expires on `expiry`, `from` included, `to` not: from the open until a
 * quarter of an hour before its square-off. `undefined` on a special session that is not a full day.
 */
export function manualEntryWindow(session: Session, expiry: IstDate): { from: EpochMs; to: EpochMs } | undefined {
  if (session.kind !== 'full') return undefined
  return { from: session.opensAt, to: (squareOffAt(session, expiry) - MANUAL_BEFORE_SQUARE_OFF_MS) as EpochMs }
}
