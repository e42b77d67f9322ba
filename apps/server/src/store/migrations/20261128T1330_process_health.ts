import { sql, type Kysely } from 'kysely'

/** How each role of each process is doing, as it reports itself. Its rows are no history: a role writes its own again and again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table process_health (
      process_id text not null,
      role text not null check (role in ('web', 'market', 'trader', 'notifier')),
      host text not null,
      pid integer not null,
      version text not null,
      holder text,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      figures jsonb not null,
      primary key (process_id, role)
    )`.execute(db)
}
