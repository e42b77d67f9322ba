import { sql, type Kysely } from 'kysely'
import { insertOnly } from './20261121T0910_accounts.ts'

/** The decision log, who leads what, and the operator's market data session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table decisions (
        seq bigint primary key,
        id text not null unique,
        symbol text not null check (symbol in ('NIFTY', 'BANKNIFTY')),
        bar_end bigint not null,
        action text not null check (action in ('buy_call', 'buy_put', 'none')),
        record jsonb not null,
        hash text not null,
        prev_hash text not null
      )`,
    sql`create index decisions_by_time on decisions (bar_end, symbol)`,
    ...insertOnly('decisions'),
    sql`
      create table leases (
        name text primary key,
        holder text not null,
        epoch bigint not null,
        expires_at timestamptz not null
      )`,
    sql`
      create table feed_session (
        id text primary key check (id = 'feed'),
        api_key bytea,
        api_key_last4 text,
        api_secret bytea,
        access_token bytea,
        broker_user_id text,
        login_at timestamptz,
        token_expires_at timestamptz
      )`,
  ]
  for (const statement of statements) await statement.execute(db)
}
