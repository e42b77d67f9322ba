import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/**
 * What a trading week may lose and how far an account may fall from its peak, and the net result of each day by which both are
 * judged: a claim must not add up all the trades an account ever made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      alter table risk_settings
        add column weekly_loss_paise bigint check (weekly_loss_paise > 0),
        add column drawdown_paise bigint check (drawdown_paise > 0),
        add column drawdown_since date,
        add constraint risk_settings_drawdown_check check ((drawdown_paise is null) = (drawdown_since is null))`,
    sql`
      create table daily_results (
        account_id text not null references execution_accounts (account_id),
        mode text not null check (mode in ('paper', 'live')),
        on_day date not null,
        net_paise bigint not null,
        primary key (account_id, mode, on_day)
      )`,
    sql`
      insert into daily_results (account_id, mode, on_day, net_paise)
      select account_id, mode, on_day, sum(net_paise) from trades where net_paise is not null
      group by account_id, mode, on_day`,
    // A result is written as its trade closes, and again when another sale turns out to have closed it.
    sql`
      create function count_daily_result() returns trigger language plpgsql as $$
      declare
        before bigint := case when tg_op = 'UPDATE' then old.net_paise end;
      begin
        if new.net_paise is distinct from before then
          insert into daily_results (account_id, mode, on_day, net_paise)
          values (new.account_id, new.mode, new.on_day, coalesce(new.net_paise, 0) - coalesce(before, 0))
          on conflict (account_id, mode, on_day) do update
          set net_paise = daily_results.net_paise + excluded.net_paise;
        end if;
        return null;
      end $$`,
    sql`
      create trigger count_daily_result after insert or update of net_paise on trades
      for each row execute function count_daily_result()`,
    sql`alter table daily_results enable row level security`,
    sql`create policy own_rows on daily_results to ${sql.id(USER_ROLE)}
      using (account_id = current_setting('app.user', true))`,
    sql`grant select on daily_results to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
