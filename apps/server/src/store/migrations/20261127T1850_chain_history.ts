import { sql, type Kysely } from 'kysely'

/** Which recorded days are stored as chains a minute, which could not be, and how long they are kept. Of no user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table chain_history_days (
        symbol text not null,
        day date not null,
        minutes integer not null,
        contracts integer not null,
        rows integer not null,
        bytes bigint not null,
        lost_frames integer not null,
        damage text,
        stored_at timestamptz not null default now(),
        primary key (symbol, day)
      )`,
    sql`
      create table chain_history_failures (
        day date primary key,
        reason text not null,
        attempts integer not null,
        failed_at timestamptz not null default now()
      )`,
    sql`
      create table chain_history_retention (
        single boolean primary key default true check (single),
        keep_days integer not null check (keep_days between 1 and 3650)
      )`,
  ]
  for (const statement of statements) await statement.execute(db)
}
