import { sql } from 'kysely'
import { insertOnly, message, type Statement } from './statements.ts'

/** Purchases on the provider's page, payments with their receipts, refunds. Amounts in paise. */
export const BILLING: readonly Statement[] = [
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
      ${message('note_message')},
      check (status = 'opening' or reference is not null)
    )`,
  sql`create index checkouts_by_user on checkouts (user_id, created_at)`,
  sql`create index checkouts_to_look_at on checkouts (looked_at nulls first) where status = 'open'`,
  // The store itself refuses to book one checkout twice.
  sql`
    create table payments (
      id text primary key,
      user_id text not null references identity_users (id),
      plan text not null,
      billing text not null,
      amount_paise bigint not null,
      provider text not null,
      provider_reference text not null,
      plan_expiry timestamptz not null,
      paid_at timestamptz not null,
      checkout_id text unique references checkouts (id)
    )`,
  sql`create index payments_by_user on payments (user_id, paid_at)`,
  ...insertOnly('payments'),
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
  ...insertOnly('receipts'),
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
      ${message('note_message')},
      unique (series, serial),
      check ((status = 'done') = (serial is not null))
    )`,
  // A refund that the provider refused may be asked for again.
  sql`create unique index refunds_one_payment on refunds (payment_id) where status != 'refused'`,
  sql`create index refunds_waiting on refunds (asked_at) where status = 'asked'`,
  sql`create index refunds_by_user on refunds (user_id)`,
]
