import { REFUND_BASES } from '@strikewise/plans/refund.ts'
import * as z from 'zod'
import { route } from './route.ts'
import { instantText, rupees } from './scalars.ts'

/** What an operator may do only with the approval of another. */
export const APPROVAL_KINDS = ['refund', 'egress_address'] as const
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]

/** `withdrawn`: by who asked for it. */
export const APPROVAL_OUTCOMES = ['approved', 'rejected', 'withdrawn'] as const
export type ApprovalOutcome = (typeof APPROVAL_OUTCOMES)[number]

const approvalRequest = z
  .object({
    id: z.string(),
    user_id: z.string(),
    email: z.string().nullable(),
    /** What is asked for: a refund, with its amount at the time it was asked for, or another address, with the present one. */
    change: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('refund'),
        payment_id: z.string(),
        basis: z.enum(REFUND_BASES),
        amount: rupees,
        reason: z.string(),
      }),
      z.object({
        kind: z.literal('egress_address'),
        address: z.string().nullable(),
        present: z.string().nullable(),
        same_family: z.boolean(),
      }),
    ]),
    asked_by: z.string(),
    asked_at: instantText,
    expires_at: instantText,
    /** The caller asked for it. */
    own: z.boolean(),
    state: z.enum(['open', 'expired', ...APPROVAL_OUTCOMES]),
    /** Null until it is decided. */
    decided: z.object({ by: z.string(), at: instantText }).nullable(),
  })
  .meta({ id: 'ApprovalRequest' })
export type ApprovalRequest = z.infer<typeof approvalRequest>

/** Refunds above the limit and changes of egress addresses: one operator asks, another decides. */
export const operatorApprovalRoutes = {
  operatorApprovals: route({
    method: 'GET',
    path: '/operator/approvals',
    auth: 'operator',
    perMinute: 120,
    summary: 'What operators asked for in the last seven days that takes a second one, the newest first',
    query: z.strictObject({}),
    reply: z.object({ requests: z.array(approvalRequest) }),
  }),
  decideApproval: route({
    method: 'POST',
    path: '/operator/approvals/:id/decision',
    auth: 'operator',
    perMinute: 30,
    summary:
      'Approves or rejects a request, once: approved, it is done at once. Who asked cannot approve; their rejection withdraws it',
    params: z.strictObject({ id: z.string().min(1).max(64) }),
    body: z.strictObject({ decision: z.enum(['approve', 'reject']) }),
    reply: approvalRequest,
  }),
}
