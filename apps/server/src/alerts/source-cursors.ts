// @invariant alert-once
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** How far the source called `name` has been read, or undefined before the first time. */
export async function readCursor(tx: Kysely<Database>, name: string): Promise<number | undefined> {
  const row = await tx.selectFrom('alert_cursors').select('cursor').where('name', '=', name).executeTakeFirst()
  return row?.cursor
}

/** Moves the cursor with the transaction that notifies of what was read. */
export async function writeCursor(tx: Kysely<Database>, name: string, cursor: number): Promise<void> {
  await tx
    .insertInto('alert_cursors')
    .values({ name, cursor })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ cursor }))
    .execute()
}
