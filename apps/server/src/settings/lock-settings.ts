import { sql } from 'kysely'
import type { UserScopedRow } from '../store/user-scoped-db.ts'

/**
 * Lets one change of a user's settings, limits or consents go at a time, until its transaction ends. What is compared with
 * the stored settings then still holds when the new ones are written, and no two changes wait for each other's rows.
 */
export async function lockSettings(db: UserScopedRow, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`settings ${userId}`}, 0))`.execute(db)
}
