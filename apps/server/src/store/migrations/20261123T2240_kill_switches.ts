import { sql, type Kysely } from 'kysely'
import { renameTable } from './rename-table.ts'

/** Gives the tables of the kill switches their term, and the channel on which PostgreSQL notifies of a change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await renameTable(db, 'stop_switches', 'kill_switches')
  await renameTable(db, 'stop_changes', 'kill_switch_changes')
  const statements = [
    sql`alter function tell_stop_switch() rename to notify_kill_switch`,
    sql`alter trigger tell_stop_switch on kill_switches rename to notify_kill_switch`,
    sql`
      create or replace function notify_kill_switch() returns trigger language plpgsql as $$
      begin
        perform pg_notify('kill_switches', new.scope);
        return null;
      end $$`,
  ]
  for (const statement of statements) await statement.execute(db)
}
