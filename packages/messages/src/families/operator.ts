import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { BillingPeriod } from '@strikewise/domain/plans/plan.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { PlanLabel } from '../labels.ts'

/** Stored texts of the operator desk. */
export type OperatorText =
  | {
      readonly code: 'operator.rolled_back'
      readonly version: IstDate
      readonly brier: number
      readonly coin: number
      readonly sessions: number
      readonly labels: number
      readonly from: IstDate
      readonly instead: DecidingWeights
    }
  | { readonly code: 'operator.doubt.other_checkout'; readonly payment: string }
  | { readonly code: 'operator.doubt.currency'; readonly currency: string; readonly payment: string }
  | { readonly code: 'operator.doubt.amount'; readonly paid: Paise; readonly asked: Paise; readonly payment: string }
  | { readonly code: 'operator.doubt.erased'; readonly payment: string }
  | { readonly code: 'operator.doubt.fee_cap'; readonly cap: Paise; readonly payment: string }
  | { readonly code: 'operator.refund_refused'; readonly reason: string }
  | { readonly code: 'operator.refund_other_provider'; readonly paidBy: string; readonly now: string }
  | { readonly code: 'operator.logic_open'; readonly version: IstDate; readonly hash: string }
  | { readonly code: 'operator.erasure_pause' }
  | { readonly code: 'operator.payment_note.mock' }
  | { readonly code: 'operator.payment_description'; readonly plan: PlanLabel; readonly billing: BillingPeriod }
  | { readonly code: 'operator.payment_note.razorpay'; readonly provider: string }

/** The weights that decide; part of `operator.rolled_back`. */
export type DecidingWeights =
  | { readonly code: 'operator.weights_default' }
  | { readonly code: 'operator.weights_version'; readonly version: IstDate }
