import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'
import { insertOnly } from './baseline/statements.ts'

/**
 * Requests of operators to exit all trades of one account or of all accounts: asked for, confirmed, carried out. Each step is a row
 * of its own, and none is ever changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // `user_id` null: all accounts.
    sql`
      create table flatten_requests (
        id text primary key,
        user_id text references profiles (user_id),
        reason text not null,
        asked_by text not null,
        asked_at bigint not null
      )`,
    sql`create index flatten_requests_by_time on flatten_requests (asked_at)`,
    sql`create index flatten_requests_by_user on flatten_requests (user_id) where user_id is not null`,
    sql`
      create table flatten_confirmations (
        request_id text primary key references flatten_requests (id),
        confirmed_by text not null,
        how text not null check (how in ('second_operator', 'second_factor')),
        at bigint not null
      )`,
    // The trades that a request exits.
    sql`
      create table flatten_exits (
        request_id text not null references flatten_confirmations (request_id),
        trade_id text not null references trades (id),
        user_id text not null references profiles (user_id),
        primary key (request_id, trade_id)
      )`,
    sql`create index flatten_exits_by_user on flatten_exits (user_id)`,
    // Every live trade has its instruction.
    sql`
      create table flatten_completions (
        request_id text primary key references flatten_confirmations (request_id),
        at bigint not null
      )`,
    ...['flatten_requests', 'flatten_confirmations', 'flatten_exits', 'flatten_completions'].flatMap(insertOnly),
    ...['flatten_requests', 'flatten_exits'].flatMap((table) => [
      sql`alter table ${sql.table(table)} enable row level security`,
      sql`create policy own_rows on ${sql.table(table)} to ${sql.id(USER_ROLE)}
        using (user_id = current_setting('app.user', true))`,
      sql`grant select on ${sql.table(table)} to ${sql.id(USER_ROLE)}`,
    ]),
  ]
  for (const statement of statements) await statement.execute(db)
}
