import { sql, type Kysely } from 'kysely'

/** Which users have an optional feature: one row for each that an operator has changed. Without a row it is on for every user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table feature_flags (
      flag text primary key,
      plans text[] not null check (cardinality(plans) > 0 and plans <@ array['starter', 'pro', 'elite', 'master']),
      percentage smallint not null check (percentage between 0 and 100),
      updated_by text not null,
      updated_at bigint not null
    )`.execute(db)
}
