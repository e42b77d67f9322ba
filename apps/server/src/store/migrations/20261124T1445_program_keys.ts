import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'
import { insertOnly } from './baseline/statements.ts'

/** Keys with which programs call the API for a user, and what was done with each. Of a key its hash is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const ownRows = (table: string) => [
    sql`alter table ${sql.table(table)} enable row level security`,
    sql`create policy own_rows on ${sql.table(table)} to ${sql.id(USER_ROLE)}
      using (user_id = current_setting('app.user', true))`,
  ]
  const statements = [
    sql`
      create table program_keys (
        id text primary key,
        user_id text not null references profiles (user_id),
        name text not null,
        scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'pause', 'exit']),
        digest bytea not null unique check (octet_length(digest) = 32),
        last4 text not null,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        addresses text[] not null,
        last_used_at timestamptz,
        last_used_address text,
        revoked_at timestamptz,
        check (expires_at <= created_at + interval '366 days')
      )`,
    sql`create index program_keys_by_user on program_keys (user_id, created_at)`,
    ...ownRows('program_keys'),
    sql`grant select, insert, update (revoked_at) on program_keys to ${sql.id(USER_ROLE)}`,
    // Without a reference to the key: its row goes with the account, what was done with it stays.
    sql`
      create table program_key_events (
        id bigint generated always as identity primary key,
        key_id text not null,
        user_id text not null references profiles (user_id),
        event text not null check (event in ('created', 'revoked', 'used')),
        route text check (event = 'used' or route is null),
        at timestamptz not null default now()
      )`,
    sql`create index program_key_events_by_user on program_key_events (user_id, id)`,
    ...insertOnly('program_key_events'),
    ...ownRows('program_key_events'),
    sql`grant select, insert on program_key_events to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
