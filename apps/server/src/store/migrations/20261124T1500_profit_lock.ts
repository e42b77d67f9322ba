import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/** From which profit of a day on a user keeps how much of its peak, and the peak of each day for which one does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      alter table risk_settings
        add column profit_lock_from_paise bigint check (profit_lock_from_paise > 0),
        add column profit_lock_keep_pct integer check (profit_lock_keep_pct > 0 and profit_lock_keep_pct < 100),
        add constraint risk_settings_profit_lock_check
          check ((profit_lock_from_paise is null) = (profit_lock_keep_pct is null))`,
    sql`
      create table day_peaks (
        account_id text not null references execution_accounts (account_id),
        on_day date not null,
        mode text not null check (mode in ('paper', 'live')),
        peak_paise bigint not null,
        at bigint not null,
        primary key (account_id, on_day, mode)
      )`,
    sql`alter table day_peaks enable row level security`,
    sql`create policy own_rows on day_peaks to ${sql.id(USER_ROLE)}
      using (account_id = current_setting('app.user', true))`,
    sql`grant select on day_peaks to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
