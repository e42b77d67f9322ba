import { sql, type Kysely } from 'kysely'

/** How many positions of an index a user lets be open at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table risk_settings
    add column max_positions_per_symbol integer not null default 1
    check (max_positions_per_symbol between 1 and 10)`.execute(db)
}
