import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { BaselineLabel } from '../labels.ts'

/** Conditions of the promotion gate for learned weights. */
export type PromotionCondition =
  | { readonly code: 'promotion.evidence'; readonly version: IstDate }
  | { readonly code: 'promotion.code' }
  | {
      readonly code: 'promotion.out_of_sample'
      readonly from: IstDate
      readonly to: IstDate
      readonly firstSession: IstDate
    }
  | {
      readonly code: 'promotion.deflated_sharpe'
      readonly value: number
      readonly trials: number
      readonly needed: number
    }
  | { readonly code: 'promotion.deflated_sharpe.unknown'; readonly trials: number; readonly needed: number }
  | { readonly code: 'promotion.overfitting'; readonly value: number; readonly limit: number }
  | { readonly code: 'promotion.overfitting.unknown'; readonly limit: number }
  | { readonly code: 'promotion.trades'; readonly trades: number; readonly needed: number }
  | { readonly code: 'promotion.baselines'; readonly percentile: number }
  | { readonly code: 'promotion.baselines.missing'; readonly baselines: readonly BaselineLabel[] }
  | {
      readonly code: 'promotion.baselines.behind'
      readonly percentile: number
      readonly behind: readonly PromotionBaseline[]
    }
  | {
      readonly code: 'promotion.baselines.both'
      readonly percentile: number
      readonly baselines: readonly BaselineLabel[]
      readonly behind: readonly PromotionBaseline[]
    }

/** A baseline that was not beaten; part of `promotion.baselines.behind`. */
export type PromotionBaseline = {
  readonly code: 'promotion_baseline.behind'
  readonly baseline: BaselineLabel
  readonly result: Paise
  readonly against: Paise
}
