import { PERIOD_DAYS, PRICES, unusedCredit, type PaidTerm } from './billing.ts'
import { PLANS, type BillingPeriod, type Plan } from './plan.ts'
import type { Paise } from '../money/paise.ts'
import { DAY_MS, type EpochMs } from '../time/ist.ts'

/** `renewal`: of the plan that runs. `downgrade`: begins when the running plan ends; all others begin at once. */
export type PurchaseKind = 'new' | 'renewal' | 'upgrade' | 'downgrade'

/** The plan that is active, and what of it was paid. */
export interface RunningPlan {
  readonly plan: Plan
  readonly expiresAt: EpochMs
  /** The term that runs and, after a downgrade, the one that waits for its end. None: it was given, not bought. */
  readonly terms: readonly PaidTerm[]
}

/** What buying a plan costs now, and when it would begin and end. */
export interface Quote {
  readonly kind: PurchaseKind
  readonly price: Paise
  /** What was paid for days that are given up. */
  readonly credit: Paise
  /** Price less credit, never below zero. */
  readonly due: Paise
  readonly startsAt: EpochMs
  readonly expiresAt: EpochMs
}

/**
 * Quotes a purchase. Days that are given up are credited in full: what exceeds the price buys more days of the new plan at
 * its own price, so nothing that was paid is lost. Money is never paid back here.
 */
export function quotePurchase(
  running: RunningPlan | undefined,
  plan: Exclude<Plan, 'starter'>,
  period: BillingPeriod,
  now: EpochMs,
): Quote {
  const kind = kindOf(running, plan)
  const startsAt = running !== undefined && kind === 'downgrade' ? running.expiresAt : now
  const price = PRICES[plan][period]
  const credit = (running?.terms ?? [])
    // A downgrade lets the running term end; it replaces one that waits.
    .filter((term) => kind !== 'downgrade' || term.startsAt > now)
    .reduce((sum, term) => sum + unusedCredit(term, now), 0) as Paise
  const days = Math.floor((PERIOD_DAYS[period] * Math.max(price, credit)) / price)
  return {
    kind,
    price,
    credit,
    due: Math.max(0, price - credit) as Paise,
    startsAt,
    expiresAt: (startsAt + days * DAY_MS) as EpochMs,
  }
}

function kindOf(running: RunningPlan | undefined, plan: Plan): PurchaseKind {
  if (running === undefined) return 'new'
  if (running.plan === plan) return 'renewal'
  return PLANS.indexOf(plan) < PLANS.indexOf(running.plan) ? 'downgrade' : 'upgrade'
}
