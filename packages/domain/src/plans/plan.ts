export const PLANS = ['starter', 'pro', 'elite', 'master'] as const
export type Plan = (typeof PLANS)[number]

export const BILLING_PERIODS = ['monthly', 'quarterly', 'yearly'] as const
export type BillingPeriod = (typeof BILLING_PERIODS)[number]
