import { sql, type Kysely } from 'kysely'

/**
 * Intents that buy back what was sold short, and whether a user wants that for a short position which took a sale of their
 * own as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table intents drop constraint intents_kind_check`.execute(db)
  await sql`
    alter table intents add constraint intents_kind_check
    check (kind in ('enter', 'protect', 'move', 'exit', 'cancel', 'cover'))`.execute(db)
  await sql`alter table risk_settings add column cover_manual_shorts boolean not null default false`.execute(db)
}
