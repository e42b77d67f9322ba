import { doubtUntil } from './intents.ts'
import type { Parts } from './parts.ts'

/** Troubles and doubts prolong one another; after so many turns of that something else is wrong. */
const MOST_TURNS = 6

/**
 * Until when something in `account` that began at `since` and may last `allowedMs` is excused: by what went wrong, by
 * what is in doubt, and by what went wrong while that was waited for. `afterwardsMs`: allowed anew once it is over.
 */
export function excusedUntil(
  { troubles, intents }: Pick<Parts, 'troubles' | 'intents'>,
  account: string,
  since: number,
  allowedMs: number,
  now: number,
  afterwardsMs = 0,
): number {
  let until = since + allowedMs
  const written = intents.of(account)
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const well = troubles.excusedUntil(account, since, until - since, now, { afterwardsMs })
    const settled = Math.max(well, doubtUntil(written, well, now))
    if (settled <= until) break
    until = settled
  }
  return until
}
