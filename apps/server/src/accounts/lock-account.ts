import type { Transaction } from 'kysely'
import type { Database } from '../store/database.ts'

/**
 * Locks a user's trading account until the transaction ends, as every claim of an entry locks it: none can come in
 * until then. A user who has never traded has no row, and nothing that could come in.
 */
export async function lockAccount(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx
    .selectFrom('execution_accounts')
    .select('account_id')
    .where('account_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}
