import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'
import { insertOnly } from './baseline/statements.ts'

/**
 * Entries that users ask for. A trade or a refusal with the ticket's id as its `decision_id` answers it, so the constraints of
 * those tables keep it from being answered twice. PostgreSQL notifies of each with its commit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // An account is its user.
    sql`
      create table entry_tickets (
        id text primary key,
        user_id text not null references profiles (user_id),
        account_id text not null,
        on_day date not null,
        symbol text not null check (symbol in ('NIFTY', 'BANKNIFTY')),
        mode text not null check (mode in ('paper', 'live')),
        contract jsonb not null,
        lots integer not null check (lots > 0),
        limit_paise bigint not null check (limit_paise > 0),
        stop_distance_paise bigint not null check (stop_distance_paise > 0 and stop_distance_paise < limit_paise),
        sl_buffer_paise bigint not null check (sl_buffer_paise >= 0),
        trails boolean not null,
        spot_paise bigint not null check (spot_paise > 0),
        asked_at bigint not null,
        valid_until bigint not null check (valid_until > asked_at),
        channel text not null check (channel in ('web')),
        check (account_id = user_id)
      )`,
    sql`create index entry_tickets_of_day on entry_tickets (account_id, on_day)`,
    sql`create index entry_tickets_by_user on entry_tickets (user_id)`,
    ...insertOnly('entry_tickets'),
    sql`
      create function notify_entry_ticket() returns trigger language plpgsql as $$
      begin
        perform pg_notify('entry_tickets', new.user_id);
        return null;
      end $$`,
    sql`
      create trigger notify_entry_ticket after insert on entry_tickets
      for each row execute function notify_entry_ticket()`,
    sql`alter table entry_tickets enable row level security`,
    sql`create policy own_rows on entry_tickets to ${sql.id(USER_ROLE)}
      using (user_id = current_setting('app.user', true))`,
    sql`grant select, insert on entry_tickets to ${sql.id(USER_ROLE)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
