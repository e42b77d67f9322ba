import { sql } from 'kysely'
import { insertOnly, type Statement } from './statements.ts'

/** The public log: what every agent said and every decision, and a signed root for each day that is over. */
export const PUBLIC_LOG: readonly Statement[] = [
  sql`
    create table record_entries (
      seq bigint primary key,
      day date not null,
      kind text not null check (kind in ('signal', 'decision')),
      symbol text not null check (symbol in ('NIFTY', 'BANKNIFTY')),
      subject text not null,
      body text not null,
      hash text not null,
      prev_hash text not null
    )`,
  // The last signal of an agent before an entry, and the entry of one decision.
  sql`create index record_entries_by_subject on record_entries (symbol, subject, seq)`,
  ...insertOnly('record_entries'),
  sql`
    create table record_roots (
      day date primary key,
      first_seq bigint not null unique,
      last_seq bigint not null unique,
      root jsonb not null,
      hash text not null,
      key text not null,
      signature text not null
    )`,
  ...insertOnly('record_roots'),
]
