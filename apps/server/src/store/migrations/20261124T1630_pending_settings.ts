import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/**
 * Values of settings that take effect later: a looser one of a day on which the account has traded or is locked. An account gets
 * its row when it is first locked: without one the lock would hold up no first entry.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // `symbol` null: a limit of the account. The newest request of a setting is the only one.
    sql`
      create table pending_settings (
        user_id text not null references identity_users (id),
        setting text not null,
        symbol text check (symbol in ('NIFTY', 'BANKNIFTY')),
        value jsonb not null,
        effective_at bigint not null,
        asked_at bigint not null,
        unique nulls not distinct (user_id, setting, symbol)
      )`,
    sql`alter table pending_settings enable row level security`,
    sql`create policy own_rows on pending_settings to ${sql.id(USER_ROLE)}
      using (user_id = current_setting('app.user', true))`,
    sql`grant select, insert, delete on pending_settings to ${sql.id(USER_ROLE)}`,
    sql`
      create or replace function lock_account(account text) returns void
      language plpgsql security definer set search_path = pg_catalog, public as $$
      begin
        if coalesce(nullif(current_setting('app.user', true), ''), account) = account then
          insert into public.execution_accounts (account_id, journal_hash)
            select user_id, repeat('0', 64) from public.profiles where user_id = account
            on conflict (account_id) do nothing;
          perform from public.execution_accounts where account_id = account for key share;
        end if;
      end $$`,
  ]
  for (const statement of statements) await statement.execute(db)
}
