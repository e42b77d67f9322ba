import { sql } from 'kysely'
import { USER_ROLE } from '../../user-role.ts'
import type { Statement } from './statements.ts'

/** Tables with rows of a user, the column of their owner, and what a user's requests do with them besides reading. */
const OWN: readonly { table: string; owner: string; may?: string }[] = [
  { table: 'identity_users', owner: 'id', may: 'update (language)' },
  { table: 'identity_sessions', owner: 'userId', may: 'delete' },
  { table: 'identity_accounts', owner: 'userId' },
  { table: 'identity_two_factors', owner: 'userId' },
  { table: 'ended_sessions', owner: 'user_id', may: 'insert' },
  { table: 'account_changes', owner: 'user_id', may: 'insert' },
  { table: 'profiles', owner: 'user_id' },
  { table: 'consents', owner: 'user_id', may: 'insert' },
  { table: 'checkouts', owner: 'user_id' },
  { table: 'payments', owner: 'user_id' },
  { table: 'refunds', owner: 'user_id' },
  { table: 'broker_links', owner: 'user_id' },
  { table: 'broker_login_states', owner: 'user_id' },
  { table: 'strategies', owner: 'user_id', may: 'insert, update, delete' },
  { table: 'trade_settings', owner: 'user_id', may: 'insert, update' },
  { table: 'risk_settings', owner: 'user_id', may: 'insert, update' },
  { table: 'stop_switches', owner: 'scope', may: 'insert, update' },
  { table: 'stop_changes', owner: 'scope', may: 'insert' },
  { table: 'idempotency_keys', owner: 'user_id', may: 'insert, update' },
  { table: 'chat_outbox', owner: 'user_id' },
  { table: 'notices', owner: 'user_id', may: 'update (read_at)' },
  { table: 'chat_codes', owner: 'user_id' },
  { table: 'chat_questions', owner: 'user_id' },
  { table: 'alert_switches', owner: 'user_id', may: 'insert, update' },
  { table: 'trade_notes', owner: 'user_id' },
  { table: 'support_messages', owner: 'user_id', may: 'insert' },
  { table: 'operator_actions', owner: 'user_id' },
  { table: 'support_tickets', owner: 'user_id', may: 'insert, update' },
  { table: 'listings', owner: 'user_id', may: 'insert, update' },
  { table: 'nominees', owner: 'user_id', may: 'insert, update, delete' },
  { table: 'erasures', owner: 'user_id', may: 'insert, delete' },
  { table: 'daily_reports', owner: 'user_id' },
  { table: 'execution_accounts', owner: 'account_id' },
  { table: 'trades', owner: 'account_id' },
  { table: 'intents', owner: 'account_id' },
  { table: 'broker_orders', owner: 'account_id' },
  { table: 'fills', owner: 'account_id' },
  { table: 'entry_refusals', owner: 'account_id' },
  { table: 'day_locks', owner: 'account_id' },
  { table: 'account_journal', owner: 'account_id' },
  { table: 'audit_findings', owner: 'account_id' },
]

const THE_USER = sql`current_setting('app.user', true)`

/**
 * The second net (decision record 23): as the user's role a query shows and takes the rows of `app.user` alone, and none
 * where that is not set. The tables' owner, which is the service, is not bound by it: the policies are not forced.
 */
export const ROW_SECURITY: readonly Statement[] = [
  ...OWN.flatMap(({ table, owner, may }) => userScopedRows(table, sql`${sql.ref(owner)} = ${THE_USER}`, may)),
  ...userScopedRows(
    'receipts',
    sql`exists (select from payments p where p.id = payment_id and p.user_id = ${THE_USER})`,
  ),
  // The kill switch of all users applies to each of them, who may see it and not change it.
  sql`create policy everybody on stop_switches for select to ${sql.id(USER_ROLE)} using (scope = 'global')`,
  // What belongs to no user and a user's requests need: decisions to read, mails to send, tries to count.
  sql`grant select on decisions to ${sql.id(USER_ROLE)}`,
  sql`grant insert on outbox to ${sql.id(USER_ROLE)}`,
  sql`grant execute on function count_try(text, bigint, bigint) to ${sql.id(USER_ROLE)}`,
]

/** Lets the user's role see and take only rows of `table` for which `condition` holds. `may`: what it may besides reading. */
function userScopedRows(table: string, condition: Statement, may?: string): Statement[] {
  const rights = sql.raw(may === undefined ? 'select' : `select, ${may}`)
  return [
    sql`alter table ${sql.table(table)} enable row level security`,
    sql`create policy own_rows on ${sql.table(table)} to ${sql.id(USER_ROLE)} using (${condition})`,
    sql`grant ${rights} on ${sql.table(table)} to ${sql.id(USER_ROLE)}`,
  ]
}
