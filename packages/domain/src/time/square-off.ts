// @invariant flat-before-close
import type { Session } from './calendar.ts'
import { istInstant, MINUTE_MS, type EpochMs, type IstDate } from './ist.ts'

/** When positions are squared off. Sources: signals reference §3.4; reliability guide I9 (start and end before the close). */
const SQUARE_OFF_AT = { hour: 15, minute: 5 }
/** For a contract on its own expiry day: its final price comes from an auction. */
const SQUARE_OFF_AT_ON_EXPIRY = { hour: 14, minute: 45 }
export const SQUARE_OFF_START_BEFORE_CLOSE_MS = 25 * MINUTE_MS
const SQUARE_OFF_DONE_BEFORE_CLOSE_MS = 12 * MINUTE_MS

/**
 * When the exit of a position in a contract expiring on `expiry` begins: never later than 25 minutes before the close, and
 * that long before it on an evening session, which opens after the usual time.
 */
export function squareOffAt(session: Session, expiry: IstDate): EpochMs {
  const time = expiry === session.day ? SQUARE_OFF_AT_ON_EXPIRY : SQUARE_OFF_AT
  const usual = istInstant(session.day, time.hour, time.minute)
  const latest = (session.closesAt - SQUARE_OFF_START_BEFORE_CLOSE_MS) as EpochMs
  return usual < session.opensAt || usual > latest ? latest : usual
}

/** When every intraday position must be flat, else an alarm is due: 12 minutes before the close. */
export function squareOffDeadline(session: Session): EpochMs {
  return (session.closesAt - SQUARE_OFF_DONE_BEFORE_CLOSE_MS) as EpochMs
}
