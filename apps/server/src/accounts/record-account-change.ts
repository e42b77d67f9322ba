import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { LimitChange } from '../store/tables/alert-tables.ts'

/** Has the owner of an account notified of a change, with the transaction that makes it. */
export async function recordAccountChange(db: Kysely<Database>, userId: string, change: LimitChange): Promise<void> {
  await db.insertInto('account_changes').values({ user_id: userId, change }).execute()
}
