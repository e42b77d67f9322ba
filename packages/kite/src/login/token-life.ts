import { DAY_MS, type EpochMs, istDateAt, istInstant } from '@strikewise/domain/time/ist.ts'

/**
 * When an access token made at `loginAt` dies: the first 06:00 IST strictly after it (fact sheet §3.2). It may die
 * sooner: a login between about 05:20 and 06:35 can be cut, and so can one replaced by a new login.
 */
export function tokenExpiresAt(loginAt: EpochMs): EpochMs {
  const six = istInstant(istDateAt(loginAt), 6)
  return (loginAt < six ? six : six + DAY_MS) as EpochMs
}
