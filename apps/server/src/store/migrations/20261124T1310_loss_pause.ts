import { sql, type Kysely } from 'kysely'

/**
 * What a user wants after losing trades: a pause, and after how many in a row the day is over; and the figures that a day's
 * lock was made by, for it may have been made by a setting that has changed since.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      alter table risk_settings
        add column pause_after_loss_minutes integer check (pause_after_loss_minutes > 0),
        add column max_losses_in_row integer check (max_losses_in_row > 0)`,
    sql`alter table day_locks add column figures jsonb`,
  ]
  for (const statement of statements) await statement.execute(db)
}
