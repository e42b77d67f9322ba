import { doubtUntil } from './intents.ts'
import type { Parts } from './parts.ts'
import type { Stretch } from './stretch.ts'

/** Troubles and doubts prolong one another; after so many turns of that something else is wrong. */
const MOST_TURNS = 6

/**
 * Until when something in `account` is excused: by what went wrong, by what is in doubt, and by what went wrong while that was waited for. `afterwardsMs`: allowed anew once it is over.
 */
export function excusedUntil(
  { troubles, intents }: Pick<Parts, 'troubles' | 'intents'>,
  account: string,
  { since, due }: Pick<Stretch, 'since' | 'due'>,
  now: number,
  afterwardsMs = 0,
): number {
  // What was granted before stays granted: a doubt that has been settled since cannot be seen any more.
  let until = due
  const written = intents.of(account)
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const well = troubles.excusedUntil(account, since, until - since, now, { afterwardsMs })
    const settled = Math.max(well, doubtUntil(written, well, now))
    if (settled <= until) break
    until = settled
  }
  return until
}
