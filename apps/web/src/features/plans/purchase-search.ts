import { billingFrom, planFrom } from '@strikewise/plans/billing.ts'
import type { BillingPeriod } from '@strikewise/domain/plans/plan.ts'
import type { PaidPlan } from './payment.ts'

/** A plan that was chosen before the login, as the login page's address names it. */
export interface ChosenPlan {
  readonly plan: PaidPlan
  readonly billing: BillingPeriod
}

/** The plan an address names; undefined when it names none that can be bought. */
export function chosenPlan(search: { plan?: unknown; billing?: unknown }): ChosenPlan | undefined {
  const plan = typeof search.plan === 'string' ? planFrom(search.plan) : undefined
  const billing = typeof search.billing === 'string' ? billingFrom(search.billing) : undefined
  return plan === undefined || plan === 'starter' || billing === undefined ? undefined : { plan, billing }
}

/** Where the purchase of a chosen plan goes on. */
export const purchasePath = ({ plan, billing }: ChosenPlan): string => `/payment/${plan}?billing=${billing}`
