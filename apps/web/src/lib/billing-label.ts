import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BillingPeriod } from '@strikewise/domain/plans/plan.ts'

export const BILLING_LABELS = {
  monthly: msg`Monthly`,
  quarterly: msg`Quarterly`,
  yearly: msg`Yearly`,
} satisfies Record<BillingPeriod, MessageDescriptor>

/** What a price is for. */
export const PER_PERIOD = {
  monthly: msg`a month`,
  quarterly: msg`a quarter`,
  yearly: msg`a year`,
} satisfies Record<BillingPeriod, MessageDescriptor>
