import { sql, type Kysely } from 'kysely'
import { insertOnly } from './20261121T0910_accounts.ts'

/** What the auditor found where store and broker disagree. A finding is never changed; the same one is told once a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table audit_findings (
        id bigint generated always as identity primary key,
        account_id text not null references execution_accounts (account_id),
        on_day date not null,
        found_at bigint not null,
        code text not null,
        subject text not null,
        text text not null,
        unique (account_id, on_day, code, subject)
      )`,
    // Who traded today, and whose entry was given up.
    sql`create index trades_of_day on trades (on_day, state)`,
    ...insertOnly('audit_findings'),
  ]
  for (const statement of statements) await statement.execute(db)
}
