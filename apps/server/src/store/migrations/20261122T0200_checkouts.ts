import { sql, type Kysely } from 'kysely'

/** Purchases paid on a page of the provider, and what is paid back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table checkouts (
        id text primary key,
        user_id text not null references profiles (user_id),
        plan text not null,
        billing text not null,
        state text,
        amount_paise bigint not null check (amount_paise > 0),
        provider text not null,
        reference text unique,
        url text,
        status text not null check (status in ('opening', 'open', 'paid', 'void', 'disputed')),
        note text,
        quoted_at timestamptz not null,
        created_at timestamptz not null default now(),
        looked_at timestamptz,
        check (status = 'opening' or reference is not null)
      )`,
    sql`create index checkouts_by_user on checkouts (user_id, created_at)`,
    sql`create index checkouts_to_look_at on checkouts (looked_at nulls first) where status = 'open'`,
    // The store itself refuses to book one checkout twice.
    sql`alter table payments add column checkout_id text unique references checkouts (id)`,
    sql`
      create table refunds (
        id text primary key,
        payment_id text not null references payments (id),
        user_id text not null references profiles (user_id),
        basis text not null check (basis in ('full', 'unused')),
        amount_paise bigint not null check (amount_paise > 0),
        taxable_paise bigint not null,
        gst_paise bigint not null,
        reason text not null,
        asked_by text not null,
        asked_at timestamptz not null,
        status text not null check (status in ('asked', 'done', 'refused')),
        note text,
        reference text,
        series text,
        serial integer,
        done_at timestamptz,
        unique (series, serial),
        check ((status = 'done') = (serial is not null))
      )`,
    // One the provider refused may be asked for again.
    sql`create unique index refunds_one_payment on refunds (payment_id) where status != 'refused'`,
    sql`create index refunds_waiting on refunds (asked_at) where status = 'asked'`,
    sql`create index refunds_by_user on refunds (user_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
