import { sql, type Kysely } from 'kysely'
import { insertOnly } from './baseline/statements.ts'

/**
 * Incidents of the public status page, and what was written about each. A note that is on the status page becomes an
 * open incident; the notes stay, for the version before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table incidents (
        id bigint generated always as identity primary key,
        title text not null,
        severity text not null check (severity in ('minor', 'major', 'critical')),
        components text[] not null check (cardinality(components) > 0),
        opened_by text not null,
        opened_at timestamptz not null,
        resolved_at timestamptz
      )`,
    sql`create index incidents_by_end on incidents (resolved_at)`,
    sql`
      create table incident_updates (
        id bigint generated always as identity primary key,
        incident_id bigint not null references incidents (id),
        state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
        text text not null,
        written_by text not null,
        at timestamptz not null
      )`,
    sql`create index incident_updates_by_incident on incident_updates (incident_id, id)`,
    ...insertOnly('incident_updates'),
    sql`
      with note as (
        select text, written_by, at from (select * from incident_notes order by id desc limit 1) as newest
        where text is not null
      ), opened as (
        insert into incidents (title, severity, components, opened_by, opened_at)
        select left(split_part(text, E'\n', 1), 100), 'minor', array['store', 'feed', 'broker', 'notifier', 'public_log'],
          written_by, at
        from note
        returning id
      )
      insert into incident_updates (incident_id, state, text, written_by, at)
      select opened.id, 'investigating', note.text, note.written_by, note.at from opened, note`,
  ]
  for (const statement of statements) await statement.execute(db)
}
