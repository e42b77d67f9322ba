import * as z from 'zod'
import { reason } from './operator.ts'
import { route } from './route.ts'
import { instantText, userId } from './scalars.ts'

/** Who confirmed: another operator than the one who asked, or the same one with a code of the authenticator app. */
export const FLATTEN_CONFIRMATIONS = ['second_operator', 'second_factor'] as const
export type FlattenConfirmation = (typeof FLATTEN_CONFIRMATIONS)[number]

const flattenRequest = z
  .object({
    id: z.string(),
    /** Null: all accounts. */
    user_id: z.string().nullable(),
    email: z.string().nullable(),
    reason: z.string(),
    asked_by: z.string(),
    asked_at: instantText,
    /** The caller asked for it. */
    own: z.boolean(),
    state: z.enum(['open', 'confirmed', 'expired']),
    expires_at: instantText,
    /** Seconds until who asked may confirm it with a code. */
    own_code_in_s: z.number(),
    confirmation: z.object({ by: z.string(), how: z.enum(FLATTEN_CONFIRMATIONS), at: instantText }).nullable(),
    /** Trades in scope that have, or may come to have, a position. */
    live_trades: z.number(),
    /** Trades that this request exits. */
    exits: z.number(),
    /** Those among them that are still open by the broker's books. */
    open_exits: z.number(),
    /** Every live trade has its instruction to exit. */
    complete: z.boolean(),
  })
  .meta({ id: 'FlattenRequest' })
export type FlattenRequest = z.infer<typeof flattenRequest>

/** Operators exit all trades of one account, or of all. Two are needed, or one with a code after a minute. */
export const flattenRoutes = {
  flattenRequests: route({
    method: 'GET',
    path: '/operator/flatten',
    auth: 'operator',
    perMinute: 120,
    summary:
      'Requests of the last day to exit all trades of an account or of all, the newest first, with their progress',
    query: z.strictObject({}),
    reply: z.object({ requests: z.array(flattenRequest) }),
  }),
  requestFlatten: route({
    method: 'POST',
    path: '/operator/flatten',
    auth: 'operator',
    urgent: true,
    perMinute: 30,
    summary:
      'Asks for the exit of all trades of one account, or of all accounts (`user_id` null). Nothing happens before it is confirmed; while a request for the same accounts is open, that one is answered',
    body: z.strictObject({ user_id: userId.nullable(), reason }),
    reply: flattenRequest,
  }),
  confirmFlatten: route({
    method: 'POST',
    path: '/operator/flatten/:id/confirm',
    auth: 'operator',
    urgent: true,
    perMinute: 30,
    status: 202,
    summary:
      'Confirms a request: by a second operator, or 60 s after it was asked for by the same one with a new code of the authenticator app. Pauses the accounts and exits their trades. Confirmed again, it changes nothing',
    params: z.strictObject({ id: z.string().min(1).max(64) }),
    body: z.strictObject({ code: z.string().trim().min(1).max(16).optional() }),
    reply: flattenRequest,
  }),
}
