import type { Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { acceptBaseline } from './accept-baseline.ts'
import type { Database } from './database.ts'
import { MIGRATIONS } from './migrations/list.ts'
import { ensureUserRole } from './user-role.ts'

/**
 * Brings the schema up to date in one transaction. Several processes may do so at once: the migrator takes a lock in the
 * store. `migrations`: by name, only ever others than the program's in a test. Throws StoreVersionError for a store of a
 * version that this one cannot go on from.
 */
export async function migrate(db: Kysely<Database>, migrations = MIGRATIONS): Promise<void> {
  await ensureUserRole(db)
  const newer = await acceptBaseline(db, Object.keys(migrations))
  const done: Migration = { up: async () => {} }
  const all = { ...migrations, ...Object.fromEntries(newer.map((name) => [name, done])) }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the list'
  throw new Error(`Migration of the store failed at ${failed}`, { cause: error })
}
