import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { FaultKind } from '../chance/faults.ts'
import { doubtUntil } from './intents.ts'
import type { Parts } from './parts.ts'
import type { Stretch } from './stretch.ts'

/** After these what was written down may not have left, and whoever comes next cannot know. */
const STOPPING: readonly FaultKind[] = [
  'crash',
  'freeze',
  'frozen_at_commit',
  'loop_blocked',
  'deploy',
  'store_down',
  'store_slow',
  'tx_failed',
  'commit_unknown',
]
const STOPPED_MS = 60_000
/** Troubles and doubts prolong one another; after so many turns of that something else is wrong. */
const MOST_TURNS = 6

/**
 * Until when something in `account` is excused: by what went wrong, by what is in doubt, and by what went wrong while that was waited for. `afterwardsMs`: allowed anew once it is over.
 */
export function excusedUntil(
  parts: Pick<Parts, 'troubles' | 'intents' | 'called'>,
  account: string,
  { since, due }: Pick<Stretch, 'since' | 'due'>,
  now: number,
  afterwardsMs = 0,
): number {
  const { troubles, intents } = parts
  // What was granted before stays granted: a doubt that has been settled since cannot be seen any more.
  let until = due
  const written = intents.of(account).filter((intent) => mayBeOut(parts, account, intent, now))
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const well = troubles.excusedUntil(account, since, until - since, now, { afterwardsMs })
    const settled = Math.max(well, doubtUntil(written, well, now))
    if (settled <= until) break
    until = settled
  }
  return until
}

/** Whether a call has left, or whoever was to send it was stopped. One that merely waits in its process is no doubt. */
function mayBeOut(
  { called, troubles }: Pick<Parts, 'called' | 'troubles'>,
  account: string,
  { call, createdAt }: Intent,
  now: number,
): boolean {
  const hasLeft =
    call.type === 'place'
      ? called.hasTag(account, call.order.tag)
      : called
          .of(account)
          .some(({ kind, orderId, leftAt }) => kind === call.type && orderId === call.orderId && leftAt >= createdAt)
  return hasLeft || troubles.struck(account, STOPPING, now, STOPPED_MS)
}
