// @invariant two-operators A refund above the limit and a change of an egress address are done only once a second operator
//   has approved them.
import { randomUUID } from 'node:crypto'
import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { DAY_MS, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { RefundBasis } from '@strikewise/plans/refund.ts'
import type { ApprovalRequest } from '@strikewise/wire/operator-approvals.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Database } from '../store/database.ts'
import { recordAction } from './actions.ts'

const EXPIRY_MS = DAY_MS
const SHOWN_MS = 7 * DAY_MS
const MAX_SHOWN = 50

/** What is asked for, as its row has it. `amount_paise`: what would have been refunded when it was asked for. */
export type ApprovalChange =
  | {
      readonly kind: 'refund'
      readonly details: {
        readonly payment_id: string
        readonly basis: RefundBasis
        readonly amount_paise: number
        readonly reason: string
      }
    }
  | {
      readonly kind: 'egress_address'
      readonly details: { readonly address: string | null; readonly same_family: boolean }
    }

export const isExpired = ({ asked_at }: { asked_at: number }, now: EpochMs): boolean => now >= asked_at + EXPIRY_MS

/**
 * Asks a second operator for a change of one user's account. Returns the request's id. Throws DomainError `operator_request_pending` while
 * another of its kind is open for the user: decided one after the other, each operator sees what the change starts from.
 */
export async function requestApproval(
  tx: Transaction<Database>,
  { userId, change, by }: { userId: string; change: ApprovalChange; by: string },
  now: EpochMs,
): Promise<string> {
  const { kind, details } = change
  await sql`select pg_advisory_xact_lock(hashtext(${`approval of ${kind} for ${userId}`}))`.execute(tx)
  if (await hasOpenRequest(tx, userId, kind, now)) throw new DomainError({ code: 'problem.operator_request_pending' })
  const id = randomUUID()
  await tx
    .insertInto('operator_approval_requests')
    .values({ id, kind, user_id: userId, details: JSON.stringify(details), asked_by: by, asked_at: now })
    .execute()
  const { amount_paise: amount, ...others } = { amount_paise: undefined, ...details }
  await recordAction(tx, {
    by,
    action: 'approval_asked',
    userId,
    details: {
      request: id,
      kind,
      ...(amount === undefined ? {} : { amount: rupeesFromPaise(amount as Paise) }),
      ...others,
    },
  })
  return id
}

async function hasOpenRequest(tx: Kysely<Database>, userId: string, kind: ApprovalChange['kind'], now: EpochMs) {
  const open = await tx
    .selectFrom('operator_approval_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('asked_at', '>', now - EXPIRY_MS)
    .where(isUndecided)
    .executeTakeFirst()
  return open !== undefined
}

/** How many requests wait for a decision. */
export async function openApprovalCount(db: Kysely<Database>, now: EpochMs): Promise<number> {
  const { count } = await db
    .selectFrom('operator_approval_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('asked_at', '>', now - EXPIRY_MS)
    .where(isUndecided)
    .executeTakeFirstOrThrow()
  return count
}

const isUndecided = sql<boolean>`not exists (
  select from operator_approval_decisions where request_id = operator_approval_requests.id
)`

/** Requests of the last seven days as operator `by` sees them, the newest first. */
export async function recentApprovals(db: Kysely<Database>, by: string, now: EpochMs): Promise<ApprovalRequest[]> {
  const rows = await shownRows(db)
    .where('asked_at', '>', now - SHOWN_MS)
    .orderBy('asked_at', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map((row) => shown(row, by, now))
}

/** One request as operator `by` sees it. Throws DomainError `not_found.operator_request`. */
export async function approvalOf(db: Kysely<Database>, id: string, by: string, now: EpochMs): Promise<ApprovalRequest> {
  const row = await shownRows(db).where('operator_approval_requests.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new DomainError({ code: 'problem.not_found.operator_request' })
  return shown(row, by, now)
}

function shownRows(db: Kysely<Database>) {
  return db
    .selectFrom('operator_approval_requests')
    .leftJoin('operator_approval_decisions', 'operator_approval_decisions.request_id', 'operator_approval_requests.id')
    .leftJoin('identity_users as asker', 'asker.id', 'asked_by')
    .leftJoin('identity_users as decider', 'decider.id', 'decided_by')
    .leftJoin('identity_users as owner', 'owner.id', 'operator_approval_requests.user_id')
    .leftJoin('broker_links', (join) =>
      join.onRef('broker_links.user_id', '=', 'operator_approval_requests.user_id').on('mode', '=', 'live'),
    )
    .select(['operator_approval_requests.id', 'operator_approval_requests.user_id', 'kind', 'details'])
    .select(['asked_by', 'asked_at', 'decision', 'decided_by', 'at', 'egress_address'])
    .select(['asker.email as asker', 'decider.email as decider', 'owner.email as email'])
}

type Row = Awaited<ReturnType<ReturnType<typeof shownRows>['executeTakeFirstOrThrow']>>

function shown(row: Row, by: string, now: EpochMs): ApprovalRequest {
  const { decision, decided_by, at } = row
  return {
    id: row.id,
    user_id: row.user_id,
    email: row.email,
    change: shownChange(row as unknown as ApprovalChange, row.egress_address),
    asked_by: row.asker ?? row.asked_by,
    asked_at: istIso(row.asked_at as EpochMs),
    expires_at: istIso((row.asked_at + EXPIRY_MS) as EpochMs),
    own: row.asked_by === by,
    state: decision ?? (isExpired(row, now) ? 'expired' : 'open'),
    decided: decided_by === null || at === null ? null : { by: row.decider ?? decided_by, at: istIso(at as EpochMs) },
  }
}

function shownChange(change: ApprovalChange, present: string | null): ApprovalRequest['change'] {
  if (change.kind === 'egress_address') return { kind: change.kind, ...change.details, present }
  const { amount_paise, ...details } = change.details
  return { kind: change.kind, ...details, amount: rupeesFromPaise(amount_paise as Paise) }
}
