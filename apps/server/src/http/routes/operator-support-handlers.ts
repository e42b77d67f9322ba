import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import type { Transaction } from 'kysely'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { actionsOf, firstBrokenAction, recordAction } from '../../operator/actions.ts'
import { setEgressAddress } from '../../operator/egress-address.ts'
import { overviewOf } from '../../operator/overview.ts'
import { paymentsService } from '../../payments/payment-services.ts'
import { requestRefund, settleRefund } from '../../payments/refunds.ts'
import type { Database } from '../../store/database.ts'
import type { Handlers } from '../handler.ts'
import { runIdempotent } from '../idempotency.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'operatorOverview' | 'setEgressAddress' | 'refundPayment' | 'operatorActions'

const READ_CACHE_MS = 10 * 60_000

/** What operators do for users. Each act is kept in the transaction that does it. */
export function operatorSupportHandlers(parts: WebDependencies): Handlers<Names> {
  const { db, clock, bus, publicAddress, logger } = parts
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
  return {
    async operatorOverview({ caller }) {
      if (isNewRead(caller.userId)) await recordAction(db, { by: caller.userId, action: 'overview_read' })
      return overviewOf(db, clock.now(), caller.language ?? 'en')
    },

    async setEgressAddress({ caller, body: { user_id: userId, address, same_family: sameFamily } }) {
      requireFreshSignIn(caller)
      await db.transaction().execute(async (tx) => {
        await setEgressAddress(tx, { userId, address, sameFamily })
        const details = { address, same_family: sameFamily }
        await recordAction(tx, { by: caller.userId, action: 'egress_address_set', userId, details })
      })
      bus.publish(`account.${userId}`, null)
      return { egress_address: address }
    },

    async refundPayment({ caller, body, idempotencyKey }) {
      requireFreshSignIn(caller)
      const { payment_id: paymentId, basis, reason } = body
      const by = caller.userId
      const call = { userId: by, route: 'refunds', key: idempotencyKey, body }
      const { id } = await runIdempotent(transaction, call, async (tx) => {
        const asked = await requestRefund(tx, { paymentId, basis, reason, by }, clock.now())
        const { user_id: userId } = await tx
          .selectFrom('refunds')
          .select('user_id')
          .where('id', '=', asked)
          .executeTakeFirstOrThrow()
        await recordAction(tx, {
          by,
          action: 'refund_asked',
          userId,
          details: { payment_id: paymentId, basis, reason },
        })
        return { id: asked }
      })
      await settleRefund(payments, id)
      const refund = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      return { refund_id: id, status: refund.status, amount: rupeesFromPaise(refund.amount_paise as Paise) }
    },

    async operatorActions() {
      const broken = await firstBrokenAction(db)
      if (broken !== undefined) logger.error({ action: broken }, 'the chain of what operators did is broken')
      return actionsOf(db)
    },
  }
}
