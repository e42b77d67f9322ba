import { DAY_MS, istDateAt, istInstant, MINUTE_MS, type EpochMs } from './ist.ts'

/** When the token of a login at `loginAt` ends at the latest, by the broker's rule. */
export type TokenExpiry = (loginAt: EpochMs) => EpochMs

/** The rule of a broker that ends all tokens at one minute of the day, IST: the first such instant strictly after the login. */
export function dailyTokenExpiry(minuteOfDay: number): TokenExpiry {
  return (loginAt) => {
    const today = (istInstant(istDateAt(loginAt), 0) + minuteOfDay * MINUTE_MS) as EpochMs
    return loginAt < today ? today : ((today + DAY_MS) as EpochMs)
  }
}

/**
 * True when a token may not be used any more: its login day (IST) differs from today's (specification §9), or the
 * broker has ended it. A login dated in the future is stale too: one of the clocks is wrong.
 */
export function isTokenStale(loginAt: EpochMs, now: EpochMs, expiresAt: TokenExpiry): boolean {
  return now < loginAt || istDateAt(loginAt) !== istDateAt(now) || now >= expiresAt(loginAt)
}
