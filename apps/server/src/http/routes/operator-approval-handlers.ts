import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { approvalOf, recentApprovals } from '../../operator/approval-requests.ts'
import { decideApproval } from '../../operator/decide-approval.ts'
import { paymentsService } from '../../payments/payment-services.ts'
import { settleRefund } from '../../payments/refunds.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'operatorApprovals' | 'decideApproval'

/** What one operator asks for and another decides. */
export function operatorApprovalHandlers(parts: WebDependencies): Handlers<Names> {
  const { db, clock, bus, publicAddress } = parts
  const payments = paymentsService(parts, publicAddress.url)
  return {
    operatorApprovals: async ({ caller }) => ({ requests: await recentApprovals(db, caller.userId, clock.now()) }),

    async decideApproval({ caller, params: { id }, body: { decision } }) {
      if (decision === 'approve') requireFreshSignIn(caller)
      const by = caller.userId
      const { userId, refundId } = await decideApproval(db, id, { decision, by }, clock.now())
      // What the provider cannot do now, the worker asks for again.
      if (refundId !== undefined) await settleRefund(payments, refundId)
      bus.publish(`account.${userId}`, null)
      return approvalOf(db, id, by, clock.now())
    },
  }
}
