// @invariant two-operators
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ApprovalOutcome } from '@strikewise/wire/operator-approvals.ts'
import type { Kysely, Transaction } from 'kysely'
import { DomainError } from '../domain-error.ts'
import { requestRefund } from '../payments/refunds.ts'
import type { Database } from '../store/database.ts'
import { recordAction } from './actions.ts'
import { isExpired, type ApprovalChange } from './approval-requests.ts'
import { setEgressAddress } from './egress-address.ts'

/** A request as its row has it. */
type Approval = ApprovalChange & {
  readonly id: string
  readonly user_id: string
  readonly asked_by: string
  readonly asked_at: number
}

/** What a decision did. */
export interface Decided {
  readonly userId: string
  /** The refund to settle at the payment provider, if an approval asked for one. */
  readonly refundId: string | undefined
}

/**
 * Decides a request, and does what was approved in the same transaction: what cannot be done any more leaves the request open. The
 * same decision again changes nothing.
 *
 * Throws DomainError `not_found.operator_request`, `operator_request_decided`, `operator_request_expired`, `operator_request_own`, and what the change throws.
 */
export async function decideApproval(
  db: Kysely<Database>,
  id: string,
  { decision, by }: { decision: 'approve' | 'reject'; by: string },
  now: EpochMs,
): Promise<Decided> {
  return db.transaction().execute(async (tx) => {
    const request = await requestOf(tx, id)
    const { user_id: userId } = request
    const outcome = decision === 'approve' ? 'approved' : request.asked_by === by ? 'withdrawn' : 'rejected'
    // Of two decisions at once the second waits here for the first.
    const { numInsertedOrUpdatedRows: inserted } = await tx
      .insertInto('operator_approval_decisions')
      .values({ request_id: id, decision: outcome, decided_by: by, at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted === 0n) {
      await requireSame(tx, id, { outcome, by })
      return { userId, refundId: undefined }
    }
    if (isExpired(request, now)) throw new DomainError({ code: 'problem.operator_request_expired' })
    if (outcome === 'approved' && request.asked_by === by)
      throw new DomainError({ code: 'problem.operator_request_own' })
    const details = { request: id, kind: request.kind }
    await recordAction(tx, { by, action: `approval_${outcome}`, userId, details })
    return { userId, refundId: outcome === 'approved' ? await carryOut(tx, request, by, now) : undefined }
  })
}

async function requestOf(tx: Kysely<Database>, id: string): Promise<Approval> {
  const row = await tx.selectFrom('operator_approval_requests').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new DomainError({ code: 'problem.not_found.operator_request' })
  return row as unknown as Approval
}

async function requireSame(
  tx: Kysely<Database>,
  id: string,
  { outcome, by }: { outcome: ApprovalOutcome; by: string },
): Promise<void> {
  const before = await tx
    .selectFrom('operator_approval_decisions')
    .select(['decision', 'decided_by'])
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
  if (before.decision !== outcome || before.decided_by !== by)
    throw new DomainError({ code: 'problem.operator_request_decided' })
}

/** Does what was approved; returns the id of the refund, if it is one. */
async function carryOut(tx: Transaction<Database>, request: Approval, by: string, now: EpochMs) {
  const { id, user_id: userId, asked_by: asker } = request
  if (request.kind === 'egress_address') {
    const { address, same_family } = request.details
    await setEgressAddress(tx, { userId, address, sameFamily: same_family })
    await recordAction(tx, { by, action: 'egress_address_set', userId, details: { address, same_family, request: id } })
    return undefined
  }
  const { payment_id, basis, reason } = request.details
  const refundId = await requestRefund(tx, { paymentId: payment_id, basis, reason, by: asker }, now)
  await recordAction(tx, { by, action: 'refund_asked', userId, details: { payment_id, basis, reason, request: id } })
  return refundId
}
