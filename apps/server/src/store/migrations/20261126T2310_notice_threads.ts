import { sql, type Kysely } from 'kysely'

/** What a notice is about with others: those of one contract and episode are one entry of the list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notices add column thread text`.execute(db)
  await sql`create index notices_threads on notices (user_id, thread, id) where thread is not null`.execute(db)
}
