import { REFUND_BASES } from '@strikewise/plans/refund.ts'
import * as z from 'zod'
import { problemText } from './field-problem.ts'
import { SUPPORT_TOPICS } from './public.ts'
import { route } from './route.ts'
import { messageText, supportMessage } from './support.ts'
import {
  billingPeriod,
  brokerKey,
  instantText,
  istDateText,
  linkMode,
  plan,
  requestToken,
  rupees,
  userId,
} from './scalars.ts'

export const reason = z
  .string()
  .trim()
  .min(3, problemText({ code: 'field.reason' }))
  .max(200)
const refundStatus = z.enum(['asked', 'done', 'refused'])

const feedSession = z
  .object({
    api_key_set: z.boolean(),
    api_key_last4: z.string().nullable(),
    api_secret_set: z.boolean(),
    connected: z.boolean(),
    broker_user_id: z.string().nullable(),
    last_updated: instantText.nullable(),
    token_expires_at: instantText.nullable(),
    token_stale: z.boolean(),
  })
  .meta({ id: 'FeedSession' })

const ticketRow = z.object({
  id: z.string(),
  topic: z.enum(SUPPORT_TOPICS),
  /** `chat`: of a plan that has it, answered in the app. `form`: answered by mail. */
  kind: z.enum(['form', 'chat']),
  name: z.string(),
  email: z.string(),
  user_id: z.string().nullable(),
  /** When the last message came, from either side. */
  last_at: instantText,
  waiting: z.boolean(),
})
export type TicketRow = z.infer<typeof ticketRow>

const operatorOverview = z
  .object({
    stopped: z.boolean(),
    open_incidents: z.number(),
    /** Requests that wait for a second operator. */
    open_approvals: z.number(),
    /** Alarms and findings that are not resolved. */
    open_exceptions: z.number(),
    waiting_tickets: z.number(),
    /** Tables of days in the program that end within 30 days, or have ended: rows must be added. */
    ending_tables: z.array(
      z.object({
        table: z.enum(['rbi', 'fed', 'whole_days', 'holidays', 'charges', 'lot_sizes', 'freeze']),
        ends_on: istDateText,
      }),
    ),
    /** Money that came and does not fit its order. */
    disputed: z.array(
      z.object({
        checkout_id: z.string(),
        user_id: z.string(),
        plan,
        amount: rupees,
        note: z.string(),
        at: instantText,
      }),
    ),
    /** Refunds that the provider has not confirmed, or refused. */
    refunds: z.array(
      z.object({
        refund_id: z.string(),
        payment_id: z.string(),
        amount: rupees,
        status: refundStatus,
        note: z.string().nullable(),
        asked_at: instantText,
      }),
    ),
  })
  .meta({ id: 'OperatorOverview' })

export const operatorUser = z
  .object({
    user_id: z.string(),
    name: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    joined_at: instantText,
    /** Null: an imported record that has none. */
    plan: plan.nullable(),
    plan_expiry: instantText.nullable(),
    next_plan: plan.nullable(),
    stopped: z.boolean(),
    link: z
      .object({
        mode: linkMode,
        connected: z.boolean(),
        broker_user_id: z.string().nullable(),
        token_expires_at: instantText.nullable(),
        egress_address: z.string().nullable(),
      })
      .nullable(),
    payments: z.array(
      z.object({
        payment_id: z.string(),
        receipt_number: z.string().nullable(),
        plan,
        billing: billingPeriod,
        amount: rupees,
        refunded: rupees,
        paid_at: instantText,
        plan_expiry: instantText,
      }),
    ),
  })
  .meta({ id: 'OperatorUser' })
export type OperatorUser = z.infer<typeof operatorUser>

export const operatorRoutes = {
  operatorFeedSession: route({
    method: 'GET',
    path: '/operator/feed-session',
    auth: 'operator',
    perMinute: 120,
    summary: 'State of the market data session',
    query: z.strictObject({}),
    reply: feedSession,
  }),
  saveFeedKeys: route({
    method: 'POST',
    path: '/operator/feed-keys',
    auth: 'operator',
    perMinute: 120,
    summary: 'Stores the API key and secret of the market data app, encrypted',
    body: z.strictObject({ api_key: brokerKey, api_secret: brokerKey }),
    reply: feedSession,
  }),
  operatorLoginLink: route({
    method: 'POST',
    path: '/operator/login-link',
    auth: 'operator',
    perMinute: 120,
    summary: "The broker's login page for the market data app",
    body: z.strictObject({}),
    reply: z.object({ url: z.string() }),
  }),
  startFeedSession: route({
    method: 'POST',
    path: '/operator/feed-session',
    auth: 'operator',
    perMinute: 120,
    summary: 'Exchanges a request token for the market data access token of the day',
    body: z.strictObject({ request_token: requestToken }),
    reply: feedSession,
  }),
  operatorStop: route({
    method: 'POST',
    path: '/operator/stop',
    auth: 'operator',
    urgent: true,
    perMinute: 120,
    summary: 'The stop button for every account',
    body: z.strictObject({ on: z.boolean(), reason: z.string().trim().max(200).optional() }),
    reply: z.object({ global: z.boolean() }),
  }),
  operatorOverview: route({
    method: 'GET',
    path: '/operator/overview',
    auth: 'operator',
    perMinute: 120,
    recorded: true,
    summary: 'What waits for an operator: the stop, open incidents, messages, payments that need a person',
    query: z.strictObject({}),
    reply: operatorOverview,
  }),
  operatorUser: route({
    method: 'GET',
    path: '/operator/user',
    auth: 'operator',
    perMinute: 30,
    recorded: true,
    summary: 'One user by the whole email address: plan, link and payments, no secret. Each look is kept',
    query: z.strictObject({ email: z.email().max(254) }),
    reply: operatorUser,
  }),
  requestEgressAddress: route({
    method: 'POST',
    path: '/operator/egress-address',
    auth: 'operator',
    perMinute: 120,
    summary:
      'Asks a second operator for another address from which the orders of a live link leave; null takes it away',
    body: z.strictObject({
      user_id: userId,
      address: z.union([z.ipv4(), z.ipv6()]).nullable(),
      /** That the other accounts with this address belong to the same family, as the exchange's rule allows. */
      same_family: z.boolean().default(false),
    }),
    reply: z.object({ approval_id: z.string() }),
  }),
  refundPayment: route({
    method: 'POST',
    path: '/operator/refunds',
    auth: 'operator',
    idempotent: true,
    perMinute: 120,
    summary:
      'Pays a payment back, whole within a week or for its unused days, and ends what it bought; above the limit once a second operator has approved it',
    body: z.strictObject({ payment_id: z.string().min(1).max(64), basis: z.enum(REFUND_BASES), reason }),
    reply: z.discriminatedUnion('status', [
      z.object({ status: refundStatus, refund_id: z.string(), amount: rupees }),
      /** Above the limit: nothing is paid before a second operator approves it. */
      z.object({ status: z.literal('needs_approval'), approval_id: z.string(), amount: rupees }),
    ]),
  }),
  operatorTickets: route({
    method: 'GET',
    path: '/operator/tickets',
    auth: 'operator',
    perMinute: 120,
    summary: 'Messages to support: those that wait for an answer, the longest wait first, or all, the newest first',
    query: z.strictObject({ show: z.enum(['waiting', 'all']).default('waiting') }),
    reply: z.object({ tickets: z.array(ticketRow) }),
  }),
  operatorTicket: route({
    method: 'GET',
    path: '/operator/tickets/:id',
    auth: 'operator',
    perMinute: 120,
    recorded: true,
    summary: 'One conversation with support',
    params: z.strictObject({ id: z.string().min(1).max(20) }),
    query: z.strictObject({}),
    reply: z.object({ ...ticketRow.shape, messages: z.array(supportMessage) }),
  }),
  answerTicket: route({
    method: 'POST',
    path: '/operator/tickets/:id/answer',
    auth: 'operator',
    idempotent: true,
    perMinute: 120,
    summary: 'Answers: by mail to who wrote by the form, in the chat with a notice to who wrote there',
    params: z.strictObject({ id: z.string().min(1).max(20) }),
    body: z.strictObject({ text: messageText }),
    multiline: ['text'],
    reply: z.object({ message: supportMessage }),
  }),
  operatorActions: route({
    method: 'GET',
    path: '/operator/actions',
    auth: 'operator',
    perMinute: 120,
    summary: 'The last hundred things operators did, the newest first',
    query: z.strictObject({}),
    reply: z.object({
      actions: z.array(
        z.object({
          at: instantText,
          operator: z.string(),
          action: z.string(),
          user_id: z.string().nullable(),
          details: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
  }),
}
