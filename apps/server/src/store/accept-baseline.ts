import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import { BASELINE } from './migrations/baseline.ts'

/** The migrations that the baseline stands for. */
const REPLACED: readonly string[] = [
  '20261121T0900_identity',
  '20261121T0910_accounts',
  '20261121T0920_market',
  '20261121T0930_execution',
  '20261121T1100_paper_links',
  '20261121T1200_audit',
  '20261121T1300_parallel_trades',
  '20261121T1400_stop_notices',
  '20261121T1500_kinds_apart',
  '20261121T1600_record',
  '20261121T1700_slow_inputs',
  '20261121T1800_alerts',
  '20261121T2000_two_factor',
  '20261121T2100_daily_reports',
  '20261121T2200_public_pages',
  '20261121T2300_learning',
  '20261121T2320_data_rights',
  '20261122T0100_billing',
  '20261122T0200_checkouts',
  '20261122T0210_operator',
  '20261122T0230_identity_rate_limits',
  '20261122T0540_row_security',
  '20261122T1000_covers',
  '20261122T1200_sign_ups',
  '20261122T1300_count_tries',
  '20261122T1310_operator_chain',
  '20261122T1840_account_changes',
  '20261122T2130_record_without_plan',
  '20261122T2140_ended_sessions',
  '20261123T0400_account_language',
  '20261123T0410_mail_language',
  '20261123T0712_messages',
  '20261123T0915_message_form',
]
const LAST_REPLACED = REPLACED.at(-1)!

/** The lock under which kysely's migrators run: no migration starts between reading the names and replacing them. */
const MIGRATION_LOCK = sql.lit(3_853_314_791_062_309_107n)

/**
 * How the name of a migration ends that takes away what earlier versions use; every other only adds (`npm run verify` checks
 * it), so that earlier versions go on with the store.
 */
const CONTRACT = '_contract'

/** The store was written by a version that this one cannot go on from. Nothing of it was changed. */
class StoreVersionError extends Error {
  override readonly name = 'StoreVersionError'
}

/**
 * Prepares the names of applied migrations for the migrator, before it runs `known` ones: where all migrations that the
 * baseline stands for are recorded, the baseline is recorded in their place. Throws StoreVersionError, with the remedy, for
 * a store with only some of them (too old) and for one of a newer version that took something away (too new).
 *
 * Returns the migrations of newer versions that only added: this version goes on beside them.
 */
export async function acceptBaseline(db: Kysely<Database>, known: readonly string[]): Promise<readonly string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx)
    const applied = await appliedMigrations(trx)
    const unknown = applied.filter((name) => !known.includes(name) && !REPLACED.includes(name))
    const isMissing = (name: string) => !applied.includes(name) && name < unknown.at(-1)!
    const tooNew = unknown.filter((name) => name.endsWith(CONTRACT) || name < known.at(-1)! || known.some(isMissing))
    if (tooNew.length > 0)
      throw new StoreVersionError(
        `A newer version has written this store: it has the migration ${tooNew.at(-1)}, which this version does not have. ` +
          'Start that version or a newer one, or restore the backup from before the update.',
      )
    const replaced = applied.filter((name) => REPLACED.includes(name))
    if (replaced.length === 0) return unknown
    if (replaced.length < REPLACED.length)
      throw new StoreVersionError(
        `This store is too old for this version: its last migration is ${replaced.at(-1)}, and this version goes on from ` +
          `${LAST_REPLACED}. Start the last version that has ${LAST_REPLACED} once on this store, then this version ` +
          '(docs/production.md, "Upgrading").',
      )
    await sql`update kysely_migration set name = ${BASELINE} where name = ${LAST_REPLACED}`.execute(trx)
    await sql`delete from kysely_migration where name = any(${REPLACED})`.execute(trx)
    return unknown
  })
}

/** The names of the migrations that the store has, in their order; none of a store that is new. */
async function appliedMigrations(trx: Transaction<Database>): Promise<string[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(trx)
  if (tables[0]?.exists !== true) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx)
  return rows.map(({ name }) => name)
}
