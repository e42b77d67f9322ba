import { sql, type Kysely } from 'kysely'
import { renameTable } from './rename-table.ts'

/** Tables by their new name, and what their indexes, constraints, triggers and sequences began with. */
const TABLES: Readonly<Record<string, string>> = {
  stop_notifications: 'told_stops',
  trade_notifications: 'trade_notes',
  alert_cursors: 'alert_marks',
  public_log_entries: 'record_entries',
  public_log_roots: 'record_roots',
}

const COLUMNS: readonly (readonly [table: string, from: string, to: string])[] = [
  ['stop_notifications', 'told_at', 'notified_at'],
  ['trade_notifications', 'told_at', 'notified_at'],
  ['alert_cursors', 'mark', 'cursor'],
  ['status_days', 'looks', 'checks'],
  ['status_days', 'looked_at', 'checked_at'],
  ['checkouts', 'looked_at', 'checked_at'],
  ['profiles', 'telegram_dead_at', 'telegram_unreachable_at'],
]

const INDEXES: readonly (readonly [from: string, to: string])[] = [
  ['trade_notifications_untold', 'trade_notifications_pending'],
  ['checkouts_to_look_at', 'checkouts_to_check'],
]

/** The parts of the service as their roles and the glossary name them. */
const COMPONENTS: readonly (readonly [from: string, to: string])[] = [
  ['courier', 'notifier'],
  ['record', 'public_log'],
]

/** Gives tables, columns and stored names the field's terms. No row of history changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [to, from] of Object.entries(TABLES)) await renameTable(db, from, to)
  for (const [table, from, to] of COLUMNS) {
    await sql`alter table ${sql.table(table)} rename column ${sql.id(from)} to ${sql.id(to)}`.execute(db)
    await renameNotNull(table, from, to).execute(db)
  }
  for (const [from, to] of INDEXES) await sql`alter index ${sql.id(from)} rename to ${sql.id(to)}`.execute(db)
  for (const [from, to] of COMPONENTS) await sql`update status_days set part = ${to} where part = ${from}`.execute(db)
}

/** Renames the constraint that PostgreSQL has had for a column that is not null since version 18. */
function renameNotNull(table: string, from: string, to: string) {
  const [old, renamed] = [from, to].map((column) => `${table}_${column}_not_null`) as [string, string]
  return sql`
    do $$
    begin
      if exists (select from pg_constraint where conrelid = ${sql.lit(table)}::regclass and conname = ${sql.lit(old)}) then
        alter table ${sql.table(table)} rename constraint ${sql.id(old)} to ${sql.id(renamed)};
      end if;
    end $$`
}
