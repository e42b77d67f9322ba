import { sql, type Kysely } from 'kysely'
import { USER_ROLE } from '../user-role.ts'

/** A user's own rows and what their requests do with them besides reading. `owner`: the column that says whose they are. */
const OWN: readonly { table: string; owner: string; may?: string }[] = [
  { table: 'identity_users', owner: 'id' },
  { table: 'identity_sessions', owner: 'userId', may: 'delete' },
  { table: 'identity_accounts', owner: 'userId' },
  { table: 'identity_two_factors', owner: 'userId' },
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

/** What is nobody's and a user's requests need: decisions to read, the mail to put in, the tries to count. */
const SHARED = [
  sql.raw(`grant select on decisions to ${USER_ROLE}`),
  sql.raw(`grant insert on outbox to ${USER_ROLE}`),
  sql.raw(`grant select, insert, update on rate_buckets to ${USER_ROLE}`),
]

const THE_USER = sql`current_setting('app.user', true)`

/**
 * The second net (decision record 23): as the user's role a query shows and takes the rows of `app.user` alone, and none
 * where that is not set. The tables' owner, which the service is, goes on without: rows are not forced on it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { table, owner, may } of OWN) {
    await userScopedRows(db, table, sql`${sql.ref(owner)} = ${THE_USER}`)
    await sql.raw(`grant select${may === undefined ? '' : `, ${may}`} on ${table} to ${USER_ROLE}`).execute(db)
  }
  const userPayment = sql`exists (select from payments p where p.id = payment_id and p.user_id = ${THE_USER})`
  await userScopedRows(db, 'receipts', userPayment)
  await sql.raw(`grant select on receipts to ${USER_ROLE}`).execute(db)
  // The stop of everybody bears on each user, who may see it and not move it.
  await sql`create policy everybody on stop_switches for select to ${sql.id(USER_ROLE)} using (scope = 'global')`.execute(
    db,
  )
  for (const statement of SHARED) await statement.execute(db)
}

/** Lets the user's role see and take only rows of `table` for which `condition` holds. */
async function userScopedRows(db: Kysely<unknown>, table: string, condition: ReturnType<typeof sql>): Promise<void> {
  await sql`alter table ${sql.table(table)} enable row level security`.execute(db)
  await sql`create policy own_rows on ${sql.table(table)} to ${sql.id(USER_ROLE)} using (${condition})`.execute(db)
}
