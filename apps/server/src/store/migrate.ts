import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { MIGRATIONS } from './migrations/list.ts'
import { ensureUserRole } from './user-role.ts'

/** Brings the schema up to date. Several processes may do so at once: the migrator takes a lock in the store. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  await ensureUserRole(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the list'
  throw new Error(`Migration of the store failed at ${failed}`, { cause: error })
}
