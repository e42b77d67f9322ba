import type { GstState } from '@strikewise/plans/gst-states.ts'
import type { BillingPeriod, Plan } from '@strikewise/domain/plans/plan.ts'
import { api } from '../../lib/api.ts'
import type { UserSession } from '../../lib/session.ts'

export type PaidPlan = Exclude<Plan, 'starter'>

export interface Purchase {
  readonly plan: PaidPlan
  readonly billing: BillingPeriod
  /** Ticked on this page or the plan's. */
  readonly terms: true
  /** Where the buyer is, for the tax lines of the receipt. */
  readonly state?: GstState
}

/** Between the confirmation and the dashboard (specification §9, Timings). */
export const SUCCESS_REDIRECT_MS = 1000

/**
 * Buys a plan, or begins to: where the provider has a page of its own the reply shows at which address it is paid. The server
 * sets plan and expiry once the provider confirms.
 */
export async function payFor(session: UserSession, purchase: Purchase, idempotencyKey: string) {
  if (session.status !== 'in') throw new Error('User not logged in.')
  return api.call('pay', { body: purchase, idempotencyKey })
}

/** The subscription record in local storage (specification §3): for display only, it grants nothing. */
export interface SubscriptionRecord {
  readonly plan: Plan
  readonly billing: BillingPeriod
  /** Amount label, as shown. */
  readonly amount: string
  readonly expiryDate: string
}

const SUBSCRIPTION_KEY = 'subscription'

export function rememberSubscription(record: SubscriptionRecord): void {
  try {
    localStorage.setItem(SUBSCRIPTION_KEY, JSON.stringify(record))
  } catch (error) {
    console.warn('the subscription record could not be stored', error)
  }
}

/** Leaves for the provider's page, which is the server's word and a web address or nothing. */
export function goToCheckout(url: string): void {
  if (!/^https?:\/\//.test(url)) throw new Error('the address of the payment page is not a web address')
  location.assign(url)
}
