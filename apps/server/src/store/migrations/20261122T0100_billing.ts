import { sql, type Kysely } from 'kysely'
import { insertOnly } from './20261121T0910_accounts.ts'

/** Receipts beside payments, and the plan that begins when the running one ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table receipts (
        payment_id text primary key references payments (id),
        series text not null,
        serial integer not null,
        starts_at timestamptz not null,
        price_paise bigint not null,
        credit_paise bigint not null,
        taxable_paise bigint not null,
        gst_paise bigint not null,
        seller jsonb not null,
        buyer jsonb not null,
        unique (series, serial)
      )`,
    sql`alter table profiles add column next_plan text, add column next_plan_expiry timestamptz`,
    sql`create index profiles_by_expiry on profiles (plan_expiry) where plan_expiry is not null`,
    sql`create index payments_by_user on payments (user_id, paid_at)`,
    ...insertOnly('receipts'),
  ]
  for (const statement of statements) await statement.execute(db)
}
