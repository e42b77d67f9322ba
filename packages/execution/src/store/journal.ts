// @invariant insert-only-history
import { createHash } from 'node:crypto'
import { canonicalStoredJson } from '@strikewise/domain/hashing/canonical-json.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Change } from './account-changes.ts'

/** One row of an account's journal: insert only, numbered without gaps from 1, each hash covering the one before. */
export interface JournalRow {
  readonly accountId: string
  readonly seq: number
  readonly at: EpochMs
  readonly batchId: string
  readonly change: Change
  readonly prevHash: string
  readonly hash: string
}

/** The hash before the first row. */
export const CHAIN_START = '0'.repeat(64)

/** The next row of the chain. */
export function journalRow(
  accountId: string,
  previous: { readonly seq: number; readonly hash: string },
  at: EpochMs,
  batchId: string,
  change: Change,
): JournalRow {
  const seq = previous.seq + 1
  const row = { accountId, seq, at, batchId, change }
  return { ...row, prevHash: previous.hash, hash: hashOf(previous.hash, row) }
}

/** The seq of the first row that breaks the chain, or undefined when it holds. Rows must be in order. */
export function firstBreak(rows: readonly JournalRow[]): number | undefined {
  let seq = 0
  let hash = CHAIN_START
  for (const row of rows) {
    if (row.seq !== seq + 1 || row.prevHash !== hash || row.hash !== hashOf(hash, row)) return row.seq
    seq = row.seq
    hash = row.hash
  }
  return undefined
}

function hashOf(
  prevHash: string,
  { accountId, seq, at, batchId, change }: Omit<JournalRow, 'prevHash' | 'hash'>,
): string {
  return createHash('sha256')
    .update(canonicalStoredJson([prevHash, accountId, seq, at, batchId, change]))
    .digest('hex')
}
