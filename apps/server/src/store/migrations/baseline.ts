import { sql, type Kysely } from 'kysely'
import { ACCOUNTS } from './baseline/accounts.ts'
import { BILLING } from './baseline/billing.ts'
import { EXECUTION } from './baseline/execution.ts'
import { IDENTITY } from './baseline/identity.ts'
import { KILL_SWITCHES } from './baseline/kill-switches.ts'
import { LEARNING } from './baseline/learning.ts'
import { MARKET } from './baseline/market.ts'
import { NOTIFICATIONS } from './baseline/notifications.ts'
import { OPERATIONS } from './baseline/operations.ts'
import { PUBLIC_LOG } from './baseline/public-log.ts'
import { ROW_SECURITY } from './baseline/row-security.ts'
import type { Statement } from './baseline/statements.ts'

/** Under which name the store records it: before every later migration in the order of the names. */
export const BASELINE = '20261123T0915_baseline'

/** What tables of history refuse changes with. */
const REFUSE_CHANGE: Statement = sql`
      create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'table % is insert only', tg_table_name using errcode = 'insufficient_privilege';
      end $$`

/**
 * The schema that the 33 migrations before it led to, in the order of its references. Never changed: a store that has those
 * migrations has this schema already (`../accept-baseline.ts`), and a change here would not reach it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    REFUSE_CHANGE,
    ...IDENTITY,
    ...ACCOUNTS,
    ...KILL_SWITCHES,
    ...BILLING,
    ...MARKET,
    ...PUBLIC_LOG,
    ...LEARNING,
    ...EXECUTION,
    ...NOTIFICATIONS,
    ...OPERATIONS,
    ...ROW_SECURITY,
  ]
  for (const statement of statements) await statement.execute(db)
}
