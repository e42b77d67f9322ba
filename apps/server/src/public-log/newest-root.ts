import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** The root of the newest sealed day; undefined before the first. A root names the one before it, so it covers all days. */
export function newestRoot(db: Kysely<Database>) {
  return db
    .selectFrom('public_log_roots')
    .select(['day', 'root', 'hash', 'key'])
    .orderBy('last_seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}
