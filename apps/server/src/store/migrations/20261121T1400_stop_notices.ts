import { sql, type Kysely } from 'kysely'

/** Whoever listens on `stop_switches` is told the scope of every switch that moves, with its commit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_stop_switch() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stop_switches', new.scope);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger tell_stop_switch after insert or update on stop_switches
    for each row execute function tell_stop_switch()`.execute(db)
}
