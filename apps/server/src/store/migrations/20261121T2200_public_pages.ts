import { sql, type Kysely } from 'kysely'

/** What the public pages keep: messages to support, how the parts did each day, who wants to be on the list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table support_tickets (
        id text primary key,
        user_id text references identity_users (id),
        topic text not null,
        name text not null,
        email text not null,
        text text not null,
        at timestamptz not null default now()
      )`,
    sql`create index support_tickets_by_age on support_tickets (at)`,
    // One row a part and day: how often it was looked at, and how often it was down. Days are real ones, also on a sandbox.
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
  ]
  for (const statement of statements) await statement.execute(db)
}
