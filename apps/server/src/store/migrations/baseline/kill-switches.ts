import { sql } from 'kysely'
import { insertOnly, type Statement } from './statements.ts'

/** Who has stopped new entries: `scope` is a user, or `global`. */
export const KILL_SWITCHES: readonly Statement[] = [
  // A pause ends at `resume_at` of the market's clock; without one the switch stays on until it is released.
  sql`
    create table stop_switches (
      scope text primary key,
      engaged boolean not null,
      changed_at timestamptz not null,
      changed_by text not null,
      reason text,
      resume_at timestamptz
    )`,
  // Listeners get the scope of every switch that changes, with its commit.
  sql`
    create function tell_stop_switch() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stop_switches', new.scope);
      return null;
    end $$`,
  sql`
    create trigger tell_stop_switch after insert or update on stop_switches
    for each row execute function tell_stop_switch()`,
  sql`
    create table stop_changes (
      id bigint generated always as identity primary key,
      scope text not null,
      engaged boolean not null,
      channel text not null check (channel in ('web', 'telegram', 'schedule')),
      changed_by text not null,
      at timestamptz not null,
      resume_at timestamptz,
      reason text
    )`,
  ...insertOnly('stop_changes'),
]
