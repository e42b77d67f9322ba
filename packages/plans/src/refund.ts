import { unusedCredit, type PaidTerm } from './billing.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { DAY_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'

/** Days after a payment within which all of it can be refunded. */
export const FULL_REFUND_DAYS = 7

/** `full`: all that was paid. `unused`: for the whole days that are left, by the day. */
export const REFUND_BASES = ['full', 'unused'] as const
export type RefundBasis = (typeof REFUND_BASES)[number]

/** A payment whose term runs or waits: what was taken, and when. What the term is worth may be more, by a credit. */
export interface RefundablePayment {
  readonly amount: Paise
  readonly paidAt: EpochMs
  readonly term: PaidTerm
}

/**
 * What a payment gives back now, never more than it took: a credit from earlier payments is not paid out. 0: nothing, for want
 * of days or of time.
 */
export function refundFor(basis: RefundBasis, { amount, paidAt, term }: RefundablePayment, now: EpochMs): Paise {
  if (basis === 'full') return now - paidAt <= FULL_REFUND_DAYS * DAY_MS ? amount : (0 as Paise)
  return Math.min(amount, unusedCredit(term, now)) as Paise
}
