import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { istIso } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { ChainPosition } from '../audit/journal-chain.ts'
import type { Database } from '../store/database.ts'
import { STORED_WITHIN_MS } from './broker-snapshot-at.ts'

/** Accounts of the running service that have a journal. */
export async function runningAccounts(running: Kysely<Database>): Promise<readonly string[]> {
  const rows = await running
    .selectFrom('execution_accounts')
    .select('account_id')
    .where('journal_seq', '>', 0)
    .execute()
  return rows.map((row) => row.account_id)
}

interface RunningComparison {
  readonly restored: Kysely<Database>
  readonly running: Kysely<Database>
  readonly account: string
  /** Up to where the restored chain holds. */
  readonly end: ChainPosition
  /** The restored chain holds to its end. */
  readonly isWhole: boolean
  readonly at: EpochMs
}

/**
 * The journal of the running service against the restored one: the same row must stand where the restored chain ends, and no
 * row of before the instant may be lacking. A chain that was written again from its start holds in itself and differs here.
 */
export async function compareWithRunning({
  restored,
  running,
  account,
  end,
  isWhole,
  at,
}: RunningComparison): Promise<{ differences: string[]; laterRows: number }> {
  const restoredEnd = isWhole ? end.seq : await newestSeq(restored, account)
  const differences: string[] = []
  if (end.seq > 0) {
    const same = await running
      .selectFrom('account_journal')
      .select('hash')
      .where('account_id', '=', account)
      .where('seq', '=', end.seq)
      .executeTakeFirst()
    if (same === undefined) differences.push(`The running service lacks row ${end.seq} of the journal.`)
    else if (same.hash !== end.hash) differences.push(`The running service has another row ${end.seq} of the journal.`)
  }
  const due = await running
    .selectFrom('account_journal')
    .select(['seq', 'at'])
    .where('account_id', '=', account)
    .where('seq', '>', restoredEnd)
    .where('at', '<', at - STORED_WITHIN_MS)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (due !== undefined)
    differences.push(
      `The restored journal ends at row ${restoredEnd}; the running service has row ${due.seq} of ${istIso(due.at as EpochMs)}.`,
    )
  const newest = await newestSeq(running, account)
  return { differences, laterRows: Math.max(0, newest - restoredEnd) }
}

async function newestSeq(db: Kysely<Database>, account: string): Promise<number> {
  const row = await db
    .selectFrom('account_journal')
    .select('seq')
    .where('account_id', '=', account)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? 0
}
