import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'
import { insertOnly } from './baseline/statements.ts'

/** What users, and operators for them, ask for live trades. PostgreSQL notifies of each with its commit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // An account is its user. An instruction for a trade of another account is read by no executor.
    sql`
      create table trade_instructions (
        id text primary key,
        user_id text not null references profiles (user_id),
        account_id text not null references execution_accounts (account_id),
        trade_id text not null references trades (id),
        kind text not null check (kind in ('exit', 'stop', 'target')),
        price_paise bigint check (price_paise > 0),
        channel text not null check (channel in ('web', 'telegram', 'operator')),
        given_by text not null,
        at bigint not null,
        check (account_id = user_id),
        check ((kind = 'exit') = (price_paise is null))
      )`,
    sql`create index trade_instructions_of_trade on trade_instructions (trade_id)`,
    sql`create index trade_instructions_by_user on trade_instructions (user_id, at)`,
    ...insertOnly('trade_instructions'),
    sql`
      create function notify_trade_instruction() returns trigger language plpgsql as $$
      begin
        perform pg_notify('trade_instructions', new.user_id);
        return null;
      end $$`,
    sql`
      create trigger notify_trade_instruction after insert on trade_instructions
      for each row execute function notify_trade_instruction()`,
    sql`alter table trade_instructions enable row level security`,
    sql`create policy own_rows on trade_instructions to ${sql.id(USER_ROLE)}
      using (user_id = current_setting('app.user', true))`,
    sql`grant select, insert on trade_instructions to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
