import { sql } from 'kysely'
import { insertOnly, type Statement } from './statements.ts'

/** What the service needs to run, and what its operators and support do. */
export const OPERATIONS: readonly Statement[] = [
  sql`
    create table leases (
      name text primary key,
      holder text not null,
      epoch bigint not null,
      expires_at timestamptz not null
    )`,
  // Data keys of users, wrapped by the master key.
  sql`
    create table data_keys (
      owner text not null,
      version integer not null,
      wrapped bytea not null,
      primary key (owner, version)
    )`,
  sql`
    create table rate_buckets (
      key text primary key,
      window_start bigint not null,
      count integer not null
    )`,
  // A user's requests count tries without seeing those of others: keys hold addresses and ids of all users, so the user's
  // role has no right to the table, and this function, which counts and returns how many there were.
  sql`
    create function count_try(try_key text, at bigint, window_ms bigint) returns integer
    language sql security definer set search_path = pg_catalog, public as $$
        insert into public.rate_buckets as bucket (key, window_start, count) values (try_key, at, 1)
        on conflict (key) do update set
          count = case when bucket.window_start <= at - window_ms then 1 else bucket.count + 1 end,
          window_start = case when bucket.window_start <= at - window_ms then at else bucket.window_start end
        returning count
      $$`,
  sql`revoke all on function count_try(text, bigint, bigint) from public`,
  // One row a part and day: how often it was probed, and how often it was down. Days are real ones, also on a sandbox.
  sql`
    create table status_days (
      day date not null,
      part text not null,
      looks integer not null,
      failures integer not null,
      state text not null check (state in ('up', 'down', 'idle')),
      looked_at timestamptz not null,
      primary key (day, part)
    )`,
  sql`
    create table listings (
      user_id text primary key references profiles (user_id),
      listed boolean not null,
      name text not null,
      changed_at timestamptz not null
    )`,
  sql`create unique index listings_one_name on listings (lower(name))`,
  sql`
    create table support_tickets (
      id text primary key,
      user_id text references identity_users (id),
      topic text not null,
      name text not null,
      email text not null,
      text text not null,
      at timestamptz not null default now(),
      kind text not null default 'form' check (kind in ('form', 'chat'))
    )`,
  sql`create index support_tickets_by_age on support_tickets (at)`,
  // One conversation a user, for as long as there is an account.
  sql`create unique index support_tickets_one_chat on support_tickets (user_id) where kind = 'chat'`,
  sql`
    create table support_messages (
      id bigint generated always as identity primary key,
      ticket_id text not null references support_tickets (id) on delete cascade,
      user_id text references profiles (user_id),
      author text not null check (author in ('user', 'operator')),
      written_by text,
      text text not null,
      at timestamptz not null default now()
    )`,
  sql`create index support_messages_by_ticket on support_messages (ticket_id, id)`,
  sql`create index support_messages_by_user on support_messages (user_id) where user_id is not null`,
  // What operators did and read, as a chain: each row names the hash of the one before. The oldest rows may have none.
  sql`
    create table operator_actions (
      id bigint generated always as identity primary key,
      operator text not null,
      action text not null,
      user_id text,
      details jsonb not null,
      at timestamptz not null,
      prev_hash text,
      hash text
    )`,
  sql`create index operator_actions_by_user on operator_actions (user_id) where user_id is not null`,
  ...insertOnly('operator_actions'),
  sql`
    create table incident_notes (
      id bigint generated always as identity primary key,
      text text,
      written_by text not null,
      at timestamptz not null default now()
    )`,
  ...insertOnly('incident_notes'),
]
