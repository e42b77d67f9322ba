import type { Batch } from '../store/account-changes.ts'

/** Which epochs a local file in memory holds batches of. */
export function epochsOf(batches: readonly Batch[]): number[] {
  return [...new Set(batches.map(({ epoch }) => epoch))]
}
