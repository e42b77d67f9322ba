import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/** What the user of a live link traded on a day without the product, as far as it counts towards the limits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table foreign_trade_days (
        account_id text not null references execution_accounts (account_id),
        on_day date not null,
        begun integer not null check (begun >= 0),
        closed jsonb not null,
        open_at_last_paise bigint not null,
        exit_charges_paise bigint not null,
        net_paise bigint not null,
        at bigint not null,
        primary key (account_id, on_day)
      )`,
    sql`alter table foreign_trade_days enable row level security`,
    sql`create policy own_rows on foreign_trade_days to ${sql.id(USER_ROLE)}
      using (account_id = current_setting('app.user', true))`,
    sql`grant select on foreign_trade_days to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
