import { BILLING_PERIODS, PLANS, type BillingPeriod, type Plan } from '@strikewise/domain/plans/plan.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { DAY_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'

const rupees = (amount: number): Paise => (amount * 100) as Paise

/** Price of each plan and billing period (specification §9). */
export const PRICES: Readonly<Record<Plan, Readonly<Record<BillingPeriod, Paise>>>> = {
  starter: { monthly: rupees(0), quarterly: rupees(0), yearly: rupees(0) },
  pro: { monthly: rupees(2_000), quarterly: rupees(5_500), yearly: rupees(21_000) },
  elite: { monthly: rupees(4_000), quarterly: rupees(11_500), yearly: rupees(44_000) },
  master: { monthly: rupees(7_000), quarterly: rupees(20_000), yearly: rupees(78_000) },
}

/** Days a payment buys (specification §9). */
export const PERIOD_DAYS: Readonly<Record<BillingPeriod, number>> = { monthly: 30, quarterly: 90, yearly: 365 }

/** Reads a plan as stored or typed, in any case; `undefined` when it is none of ours. */
export function planFrom(text: string | null | undefined): Plan | undefined {
  const lower = text?.trim().toLowerCase()
  return PLANS.find((plan) => plan === lower)
}

/** Reads the `billing` query parameter: monthly when it is missing, `undefined` when it is unknown. */
export function billingFrom(text: string | null | undefined): BillingPeriod | undefined {
  return text === null || text === undefined ? 'monthly' : BILLING_PERIODS.find((period) => period === text)
}

/** When a plan paid at `paidAt` ends: that many days later, to the millisecond. */
export function planExpiryAfter(paidAt: EpochMs, period: BillingPeriod): EpochMs {
  return (paidAt + PERIOD_DAYS[period] * DAY_MS) as EpochMs
}

/** Days until the expiry, a begun day counting whole; 0 once it has passed. */
export function daysRemaining(expiresAt: EpochMs, now: EpochMs): number {
  return Math.max(0, Math.ceil((expiresAt - now) / DAY_MS))
}

/** A paid stretch of a plan: what it cost, and when it began and ends. */
export interface PaidTerm {
  readonly paid: Paise
  readonly startsAt: EpochMs
  readonly expiresAt: EpochMs
}

/**
 * The unused part of what was paid, by whole days (a begun one is used), rounded half up to the paisa; 0 after the expiry,
 * all before the start.
 */
export function unusedCredit(term: PaidTerm, now: EpochMs): Paise {
  const length = term.expiresAt - term.startsAt
  if (length <= 0) return 0 as Paise
  if (now <= term.startsAt) return term.paid
  const left = Math.max(0, Math.floor((term.expiresAt - now) / DAY_MS)) * DAY_MS
  // Paise × milliseconds of a year leave the safe integers, so the fraction is taken with big ones.
  const twice = 2n * BigInt(term.paid) * BigInt(left) + BigInt(length)
  return Number(twice / (2n * BigInt(length))) as Paise
}
