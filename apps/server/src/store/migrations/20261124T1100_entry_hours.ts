import { sql, type Kysely } from 'kysely'

/** The weekdays and hours in which a user allows entries; existing rows are not restricted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table risk_settings
      add column entry_days text[]
        check (cardinality(entry_days) > 0 and entry_days <@ array['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']),
      add column entry_from_minute smallint check (entry_from_minute >= 0),
      add column entry_to_minute smallint check (entry_to_minute <= 1440),
      add constraint risk_settings_entry_hours_check check (
        num_nulls(entry_days, entry_from_minute, entry_to_minute) = 3
        or num_nulls(entry_days, entry_from_minute, entry_to_minute) = 0 and entry_from_minute < entry_to_minute
      )`.execute(db)
}
