// @invariant plan-change-loses-nothing Nothing paid is lost by a change of plan, and every payment has a receipt
//   with a gapless number.
// @invariant payment-booked-once
import { PERIOD_DAYS, PRICES, unusedCredit, type PaidTerm } from './billing.ts'
import { PLANS, type BillingPeriod, type Plan } from '@strikewise/domain/plans/plan.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { DAY_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'

/** `renewal`: of the plan that runs. `downgrade`: begins when the running plan ends; all others begin at once. */
export const PURCHASE_KINDS = ['new', 'renewal', 'upgrade', 'downgrade'] as const
export type PurchaseKind = (typeof PURCHASE_KINDS)[number]

/** The plan that is active, and what of it was paid. */
export interface CurrentPlan {
  readonly plan: Plan
  readonly expiresAt: EpochMs
  /** The term that runs and, after a downgrade, the one that waits for its end. None: it was given, not bought. */
  readonly terms: readonly PaidTerm[]
}

/** What buying a plan costs now, and when it would begin and end. */
export interface Quote {
  readonly kind: PurchaseKind
  readonly price: Paise
  /** What was paid for unused days. */
  readonly credit: Paise
  /** Price less credit, never below zero. */
  readonly due: Paise
  readonly startsAt: EpochMs
  readonly expiresAt: EpochMs
}

/**
 * Quotes a purchase. Unused days are credited in full: what exceeds the price buys more days of the new plan at
 * its own price, so nothing that was paid is lost. Money is never refunded here.
 */
export function quotePurchase(
  running: CurrentPlan | undefined,
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
  const days = daysFor(Math.max(price, credit) as Paise, price, period)
  return {
    kind,
    price,
    credit,
    due: Math.max(0, price - credit) as Paise,
    startsAt,
    expiresAt: (startsAt + days * DAY_MS) as EpochMs,
  }
}

/** How long after it was given a quote's credit stands: time to pay on the provider's page. */
const QUOTE_HOLDS_MS = 3_600_000

/**
 * What money that has arrived buys, by what runs now. Paid in time for an unchanged plan it is the quote; otherwise money and
 * credit together buy whole days at the plan's price, so a payment that comes late, or twice, loses nothing.
 */
export function settlePurchase(
  running: CurrentPlan | undefined,
  plan: Exclude<Plan, 'starter'>,
  period: BillingPeriod,
  { paid, quotedAt, now }: { readonly paid: Paise; readonly quotedAt: EpochMs; readonly now: EpochMs },
): Quote {
  const asOf = now - quotedAt <= QUOTE_HOLDS_MS ? quotedAt : now
  const { kind, price, credit, due } = quotePurchase(running, plan, period, asOf)
  const startsAt = running !== undefined && kind === 'downgrade' ? running.expiresAt : now
  const worth = (paid + credit) as Paise
  return {
    kind,
    // Of a receipt that is to add up: what the days that were bought are worth.
    price: paid === due ? price : worth,
    credit,
    due: paid,
    startsAt,
    expiresAt: (startsAt + daysFor(worth, price, period) * DAY_MS) as EpochMs,
  }
}

/** Whole days that `worth` buys at the price of a period. */
function daysFor(worth: Paise, price: Paise, period: BillingPeriod): number {
  return Math.floor((PERIOD_DAYS[period] * worth) / price)
}

function kindOf(running: CurrentPlan | undefined, plan: Plan): PurchaseKind {
  if (running === undefined) return 'new'
  if (running.plan === plan) return 'renewal'
  return PLANS.indexOf(plan) < PLANS.indexOf(running.plan) ? 'downgrade' : 'upgrade'
}
