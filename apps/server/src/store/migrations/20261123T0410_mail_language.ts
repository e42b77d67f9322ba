import { sql, type Kysely } from 'kysely'

/** The language a mail is written in, for its header; null: written before it was kept, or in English by what has no other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column language text check (language in ('en', 'hi'))`.execute(db)
}
