import { sql, type Kysely } from 'kysely'
import { insertOnly } from './20261121T0910_accounts.ts'

/** A user's day after the close, mails with HTML beside their text, and consents to a sentence that was typed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // One a user and day, whatever writes it and however often it tries.
    sql`
      create table daily_reports (
        user_id text not null references profiles (user_id),
        on_day date not null,
        written_at bigint not null,
        body jsonb not null,
        primary key (user_id, on_day)
      )`,
    ...insertOnly('daily_reports'),
    sql`create index trades_by_date on trades (on_day)`,
    sql`create index entry_refusals_by_date on entry_refusals (on_day)`,
    sql`alter table outbox add column html text`,
    // SHA-256 of the words that were agreed to, where they had to be typed.
    sql`alter table consents add column text_hash text`,
  ]
  for (const statement of statements) await statement.execute(db)
}
