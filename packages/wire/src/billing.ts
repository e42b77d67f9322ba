import { PURCHASE_KINDS } from '@strikewise/plans/purchase.ts'
import { GST_STATE_CODES } from '@strikewise/plans/gst-states.ts'
import * as z from 'zod'
import { problemText } from './field-problem.ts'
import { route } from './route.ts'
import { billingPeriod, instantText, plan, rupees } from './scalars.ts'

const paidPlan = z.enum(['pro', 'elite', 'master'], problemText({ code: 'field.plan_or_billing' }))
const billing = z.enum(billingPeriod.options, problemText({ code: 'field.plan_or_billing' }))
const state = z.enum(GST_STATE_CODES, problemText({ code: 'field.state_code' }))

const purchaseQuote = z
  .object({
    /** `downgrade` begins when the running plan ends; all others begin at once. */
    kind: z.enum(PURCHASE_KINDS),
    price: rupees,
    /** For the unused days. */
    credit: rupees,
    /** What is charged: the tax is inside. */
    due: rupees,
    starts_at: instantText,
    plan_expiry: instantText,
  })
  .meta({ id: 'PurchaseQuote' })
export type PurchaseQuote = z.infer<typeof purchaseQuote>

const payment = z.object({
  payment_id: z.string(),
  /** Null for payments from before receipts were written. */
  receipt_number: z.string().nullable(),
  plan,
  billing: billingPeriod,
  amount: rupees,
  paid_at: instantText,
  plan_expiry: instantText,
  /** What was refunded of it; 0: nothing. */
  refunded: rupees,
})

const taxLines = z.array(z.object({ name: z.string(), percent: z.number(), amount: rupees }))

const receipt = z
  .object({
    number: z.string(),
    paid_at: instantText,
    seller: z.object({
      name: z.string(),
      address: z.string(),
      gstin: z.string().nullable(),
      sac: z.string().nullable(),
    }),
    buyer: z.object({ name: z.string(), email: z.string(), state: z.string().nullable() }),
    plan,
    billing: billingPeriod,
    starts_at: instantText,
    plan_expiry: instantText,
    price: rupees,
    credit: rupees,
    amount: rupees,
    /** Without the tax; equal to `amount` while the seller is not registered for it. */
    taxable: rupees,
    /** By kind: IGST between states, CGST and SGST within one. Empty while the seller is not registered. */
    taxes: taxLines,
    /** The state whose tax it is; null while the seller is not registered. */
    place_of_supply: z.string().nullable(),
    /** The credit note, once there was a refund. */
    refund: z
      .object({
        number: z.string(),
        at: instantText,
        amount: rupees,
        taxable: rupees,
        taxes: taxLines,
        provider_reference: z.string(),
      })
      .nullable(),
    provider: z.string(),
    provider_reference: z.string(),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof receipt>

const confirmedPayment = z
  .object({
    payment_id: z.string(),
    status: z.literal('confirmed'),
    plan,
    billing: billingPeriod,
    amount: rupees,
    starts_at: instantText,
    plan_expiry: instantText,
    receipt_number: z.string(),
  })
  .meta({ id: 'ConfirmedPayment' })
export type ConfirmedPayment = z.infer<typeof confirmedPayment>

const checkout = z
  .object({
    /** `void`: it expired or was cancelled. `disputed`: money came that the operator has to look at. */
    status: z.enum(['open', 'paid', 'void', 'disputed']),
    plan,
    billing: billingPeriod,
    amount: rupees,
    /** Both null until it is paid. */
    payment_id: z.string().nullable(),
    plan_expiry: instantText.nullable(),
  })
  .meta({ id: 'Checkout' })
export type CheckoutReply = z.infer<typeof checkout>

export const billingRoutes = {
  purchaseQuote: route({
    method: 'GET',
    path: '/payments/quote',
    auth: 'user',
    perMinute: 120,
    summary: 'What buying a plan would cost now, with the credit for unused days',
    query: z.strictObject({ plan: paidPlan, billing }),
    reply: purchaseQuote,
  }),
  pay: route({
    method: 'POST',
    path: '/payments',
    auth: 'user',
    idempotent: true,
    perMinute: 30,
    summary: 'Buys a plan by the present terms; the server sets plan and expiry after the provider confirms',
    body: z.strictObject({ plan: paidPlan, billing, state: state.optional(), terms: z.literal(true) }),
    reply: z.discriminatedUnion('status', [
      confirmedPayment,
      // To be paid on the provider's page at `url`.
      z.object({ status: z.literal('checkout'), checkout_id: z.string(), url: z.string() }),
    ]),
  }),
  checkout: route({
    method: 'GET',
    path: '/checkouts/:id',
    auth: 'user',
    perMinute: 60,
    summary: 'What became of one of the caller’s checkouts, looked up at the payment provider',
    params: z.strictObject({ id: z.string().min(1).max(64) }),
    query: z.strictObject({}),
    reply: checkout,
  }),
  paymentEvent: route({
    method: 'POST',
    signed: true,
    sessionless: true,
    path: '/payments/events',
    auth: 'public',
    perMinute: 600,
    summary: 'Events of the payment provider, signed by it over the raw body; each only says which checkout to look up',
    body: z.looseObject({}),
    reply: z.object({ ok: z.literal(true) }),
  }),
  payments: route({
    method: 'GET',
    path: '/payments',
    auth: 'user',
    perMinute: 120,
    summary: 'What the caller has paid, the newest first',
    query: z.strictObject({}),
    reply: z.object({ payments: z.array(payment) }),
  }),
  receipt: route({
    method: 'GET',
    path: '/payments/:id/receipt',
    auth: 'user',
    perMinute: 120,
    summary: 'The receipt of one of the caller’s payments',
    params: z.strictObject({ id: z.string().min(1).max(64) }),
    query: z.strictObject({}),
    reply: receipt,
  }),
}
