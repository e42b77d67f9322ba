import { sql } from 'kysely'
import { insertOnly, type Statement } from './statements.ts'

/** What the market role reads and decides: decision log, low-frequency inputs, the operator's market data session. */
export const MARKET: readonly Statement[] = [
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
  // FII/DII flows: net cash figures in crore rupees, and open index futures.
  sql`
    create table flow_cash (
      day date primary key,
      fii_net double precision,
      dii_net double precision,
      published_at bigint not null
    )`,
  ...insertOnly('flow_cash'),
  sql`
    create table flow_positions (
      day date primary key,
      future_long double precision not null,
      future_short double precision not null,
      published_at bigint not null
    )`,
  ...insertOnly('flow_positions'),
  // At-the-money volatility.
  sql`
    create table daily_volatility (
      symbol text not null check (symbol in ('NIFTY', 'BANKNIFTY')),
      day date not null,
      sigma double precision not null check (sigma > 0),
      taken_at bigint not null,
      primary key (symbol, day)
    )`,
  ...insertOnly('daily_volatility'),
]
