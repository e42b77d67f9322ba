import type { FaultKind } from '../chance/faults.ts'
import type { Parts } from './parts.ts'

/** After these the broker may not have confirmed an order of ours that the exchange has. */
const UNCONFIRMING: readonly FaultKind[] = [
  'stuck',
  'orders_hidden',
  'book_stale',
  'book_cut',
  'cancel_slow',
  'read_failed',
  'read_slow',
  'broker_down',
]
const UNCONFIRMED_MS = 60_000
/** An accepted order counts this long without a word of the book. */
const CONFIRM_MS = 2_000

/**
 * Whether an order that was taken at `takenAt` may be unconfirmed for us at `now`: then it is no protection, and the position
 * may be sold beside it (I1 before I11).
 */
export function mayBeUnconfirmed({ troubles }: Parts, account: string, takenAt: number, now: number): boolean {
  return now >= takenAt + CONFIRM_MS && troubles.struck(account, UNCONFIRMING, now, UNCONFIRMED_MS)
}
