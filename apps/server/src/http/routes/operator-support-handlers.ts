import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import type { RefundBasis } from '@strikewise/plans/refund.ts'
import type { Transaction } from 'kysely'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { actionsOf, firstBrokenAction, recordAction } from '../../operator/actions.ts'
import { requestApproval } from '../../operator/approval-requests.ts'
import { checkEgressAddress } from '../../operator/egress-address.ts'
import { overviewOf } from '../../operator/overview.ts'
import { paymentsService } from '../../payments/payment-services.ts'
import { refundable, requestRefund, settleRefund } from '../../payments/refunds.ts'
import type { Database } from '../../store/database.ts'
import type { Handlers } from '../handler.ts'
import { runIdempotent } from '../idempotency.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'operatorOverview' | 'requestEgressAddress' | 'refundPayment' | 'operatorActions'

const READ_CACHE_MS = 10 * 60_000

/** What operators do for users. Each act is kept in the transaction that does it. */
export function operatorSupportHandlers(parts: WebDependencies): Handlers<Names> {
  const { db, clock, config, publicAddress, logger } = parts
  const overviewReads = new Map<string, number>()
  /** The page asks again and again: an operator's reading is kept once in ten minutes. */
  const isNewRead = (operator: string) => {
    const now = performance.now()
    if ((overviewReads.get(operator) ?? -Infinity) > now - READ_CACHE_MS) return false
    overviewReads.set(operator, now)
    return true
  }
  const payments = paymentsService(parts, publicAddress.url)
  const transaction = <T>(work: (tx: Transaction<Database>) => Promise<T>) => db.transaction().execute(work)
  /** Records the refund, or above the limit the request to a second operator. */
  async function askRefund(
    tx: Transaction<Database>,
    { payment_id, basis, reason }: { payment_id: string; basis: RefundBasis; reason: string },
    by: string,
  ): Promise<{ id: string } | { approvalId: string; amount: Paise }> {
    const now = clock.now()
    const { userId, amount } = await refundable(tx, { paymentId: payment_id, basis }, now)
    if (amount > config.refundAloneUpTo) {
      const change = { kind: 'refund', details: { payment_id, basis, reason, amount_paise: amount } } as const
      return { approvalId: await requestApproval(tx, { userId, change, by }, now), amount }
    }
    const id = await requestRefund(tx, { paymentId: payment_id, basis, reason, by }, now)
    await recordAction(tx, { by, action: 'refund_asked', userId, details: { payment_id, basis, reason } })
    return { id }
  }
  return {
    async operatorOverview({ caller }) {
      if (isNewRead(caller.userId)) await recordAction(db, { by: caller.userId, action: 'overview_read' })
      return overviewOf(db, clock.now(), caller.language ?? 'en')
    },

    async requestEgressAddress({ caller, body: { user_id: userId, address, same_family } }) {
      requireFreshSignIn(caller)
      const approvalId = await transaction(async (tx) => {
        await checkEgressAddress(tx, { userId, address, sameFamily: same_family })
        const change = { kind: 'egress_address', details: { address, same_family } } as const
        return requestApproval(tx, { userId, change, by: caller.userId }, clock.now())
      })
      return { approval_id: approvalId }
    },

    async refundPayment({ caller, body, idempotencyKey }) {
      requireFreshSignIn(caller)
      const by = caller.userId
      const call = { userId: by, route: 'refunds', key: idempotencyKey, body }
      const asked = await runIdempotent(transaction, call, (tx) => askRefund(tx, body, by))
      if ('approvalId' in asked)
        return { status: 'needs_approval', approval_id: asked.approvalId, amount: rupeesFromPaise(asked.amount) }
      await settleRefund(payments, asked.id)
      const refund = await db.selectFrom('refunds').selectAll().where('id', '=', asked.id).executeTakeFirstOrThrow()
      return { status: refund.status, refund_id: asked.id, amount: rupeesFromPaise(refund.amount_paise as Paise) }
    },

    async operatorActions() {
      const broken = await firstBrokenAction(db)
      if (broken !== undefined) logger.error({ action: broken }, 'the chain of what operators did is broken')
      return actionsOf(db)
    },
  }
}
