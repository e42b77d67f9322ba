import { sql, type Kysely } from 'kysely'

/** What operators did and read becomes a chain: each row names the hash of the one before. Rows from before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operator_actions add column prev_hash text, add column hash text`.execute(db)
}
