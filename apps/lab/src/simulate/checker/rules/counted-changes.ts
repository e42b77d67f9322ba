import type { FaultKind } from '../../chance/faults.ts'
import type { Parts } from '../parts.ts'
import { rowOf } from '../shown.ts'

/** After these what one process counted may not have been written down. */
const FORGETFUL: readonly FaultKind[] = [
  'crash',
  'crash_offline',
  'dies_sending',
  'freeze',
  'frozen_at_commit',
  'frozen_in_tx',
  'deploy',
  'store_down',
  'store_slow',
  'pool_exhausted',
  'tx_failed',
  'commit_unknown',
]

/** I14: of an order's changes those count that the broker may have counted: accepted ones, and those nobody knows of. */
export function checkCountedChanges({ evidence, called, books, troubles, findings }: Parts): void {
  for (const account of evidence.accounts) {
    if (troubles.struck(account, FORGETFUL, evidence.time.now, evidence.time.now)) continue
    const asked = new Map<string, number>()
    for (const { kind, orderId, answer } of called.of(account))
      if (kind === 'modify' && answer !== undefined && answer.type !== 'refused')
        asked.set(orderId!, (asked.get(orderId!) ?? 0) + 1)
    for (const [orderId, count] of asked) {
      const counted = rowOf({ evidence }, account, orderId)?.modifies
      if (books.orders.has(orderId) && counted !== undefined && counted < count)
        findings.add(
          'I14',
          account,
          `counted ${orderId}`,
          `${counted} changes of ${orderId} are counted, ${count} may be`,
        )
    }
  }
}
