import { sql, type Kysely } from 'kysely'
import { insertOnly } from './20261121T0910_accounts.ts'

/** Conversations with support, what operators did, and their notes on the status page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table support_tickets add column kind text not null default 'form' check (kind in ('form', 'chat'))`,
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
    sql`
      create table operator_actions (
        id bigint generated always as identity primary key,
        operator text not null,
        action text not null,
        user_id text,
        details jsonb not null,
        at timestamptz not null
      )`,
    sql`create index operator_actions_by_user on operator_actions (user_id) where user_id is not null`,
    sql`
      create table incident_notes (
        id bigint generated always as identity primary key,
        text text,
        written_by text not null,
        at timestamptz not null default now()
      )`,
    ...['operator_actions', 'incident_notes'].flatMap(insertOnly),
  ]
  for (const statement of statements) await statement.execute(db)
}
