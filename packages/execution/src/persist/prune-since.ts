import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/**
 * Keeps since when something has lasted while the account begins again from its rows: what lasts goes on lasting. Forgets
 * the trades that are not held, and brings forward to `now` what a clock that was put back has left in the future.
 */
export function pruneSince(since: Map<string, EpochMs>, held: ReadonlySet<string>, now: EpochMs): void {
  for (const [tradeId, at] of since)
    if (!held.has(tradeId)) since.delete(tradeId)
    else if (at > now) since.set(tradeId, now)
}
