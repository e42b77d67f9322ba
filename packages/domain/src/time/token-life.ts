import { istDateAt, istInstant, type EpochMs } from './ist.ts'

/** The broker ends every login's token at this hour, IST. Source: kite-connect fact sheet §3. */
export const TOKEN_DEATH_HOUR = 6

/** The first 06:00 IST strictly after `loginAt`: the broker's own end of a token's life. */
export function tokenExpiryAfter(loginAt: EpochMs): EpochMs {
  const day = istDateAt(loginAt)
  const today = istInstant(day, TOKEN_DEATH_HOUR)
  return loginAt < today ? today : istInstant(day, 24 + TOKEN_DEATH_HOUR)
}

/**
 * True when a token may not be used any more: its login day (IST) differs from today's (specification §9), or its
 * 06:00 has passed (the broker's rule). A login dated in the future is stale too: one of the clocks is wrong.
 */
export function isTokenStale(loginAt: EpochMs, now: EpochMs): boolean {
  return now < loginAt || istDateAt(loginAt) !== istDateAt(now) || now >= tokenExpiryAfter(loginAt)
}
