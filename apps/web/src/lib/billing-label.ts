import type { BillingPeriod } from '@strikewise/domain/plans/plan.ts'

export const BILLING_LABELS = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
} satisfies Record<BillingPeriod, string>

export const BILLING_UNITS = { monthly: 'month', quarterly: 'quarter', yearly: 'year' } satisfies Record<
  BillingPeriod,
  string
>
