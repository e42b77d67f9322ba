import { sql, type Kysely } from 'kysely'

/** How many trades a day a user allows over all indices; existing rows have no such limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table risk_settings add column max_trades_per_day integer check (max_trades_per_day > 0)`.execute(db)
}
