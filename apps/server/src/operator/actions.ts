// @invariant operator-log What an operator does is recorded and cannot be changed.
import { createHash } from 'node:crypto'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import type { OperatorActionName, OperatorDetail } from '@strikewise/wire/operator-action.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

export interface OperatorAction {
  readonly by: string
  readonly action: OperatorActionName
  /** Whom it is about, when it is about one user. */
  readonly userId?: string | null
  readonly details?: Readonly<Partial<Record<OperatorDetail, unknown>>>
}

const SHOWN = 100

/** Name of the first row's predecessor. */
const CHAIN_START = '0'.repeat(64)

/**
 * Records what an operator does or reads, at the end of the chain; `tx` is the transaction that does it, if there
 * is one. Actions are written one at a time, so of two at once the second names the first.
 */
export async function recordAction(tx: Kysely<Database>, action: OperatorAction): Promise<void> {
  if (!tx.isTransaction) return tx.transaction().execute((own) => recordAction(own, action))
  await sql`select pg_advisory_xact_lock(hashtext('operator_actions'))`.execute(tx)
  const last = await tx
    .selectFrom('operator_actions')
    .select('hash')
    .where('hash', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const prev_hash = last?.hash ?? CHAIN_START
  const { by: operator, userId: user_id = null, details = {} } = action
  const row = { operator, action: action.action, user_id, details, at: new Date() }
  await tx
    .insertInto('operator_actions')
    .values({ ...row, details: JSON.stringify(details), prev_hash, hash: actionHash(prev_hash, row) })
    .execute()
}

interface ChainedRow {
  readonly operator: string
  readonly action: string
  readonly user_id: string | null
  readonly details: unknown
  readonly at: Date
}

/** The hash of an action whose predecessor has the hash `previous`. */
export function actionHash(previous: string, { operator, action, user_id, details, at }: ChainedRow): string {
  const text = canonicalJson({ operator, action, user_id, details, at: at.getTime() })
  return createHash('sha256').update(`${previous}\n${text}`).digest('hex')
}

/** The id of the first action whose row is not what was written, or whose predecessor is gone; undefined: the chain holds. */
export async function firstBrokenAction(db: Kysely<Database>): Promise<number | undefined> {
  const rows = await db.selectFrom('operator_actions').selectAll().where('hash', 'is not', null).orderBy('id').execute()
  let previous = CHAIN_START
  for (const row of rows) {
    if (row.prev_hash !== previous || row.hash !== actionHash(previous, row)) return row.id
    previous = row.hash
  }
  return undefined
}

/** The newest actions, by the operators' addresses. */
export async function actionsOf(db: Kysely<Database>): Promise<CallReply<'operatorActions'>> {
  const rows = await db
    .selectFrom('operator_actions')
    .leftJoin('identity_users', 'identity_users.id', 'operator_actions.operator')
    .select(['operator', 'email', 'action', 'user_id', 'details', 'at'])
    .orderBy('operator_actions.id', 'desc')
    .limit(SHOWN)
    .execute()
  return {
    actions: rows.map(({ operator, email, action, user_id, details, at }) => ({
      at: istIso(at.getTime() as EpochMs),
      operator: email ?? operator,
      action,
      user_id,
      details,
    })),
  }
}
