import type { BaselineAhead, PromotionReason } from '@strikewise/signals/learning/promotion-criteria.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `promotion`, `promotion_baseline`. */
export const promotionUnits: UnitsOf<PromotionReason | BaselineAhead> = {
  'promotion.evidence': { version: 'day' },
  'promotion.code': {},
  'promotion.registered': { from: 'day', to: 'day' },
  'promotion.registered.missing': { version: 'day', firstSession: 'day' },
  'promotion.registered.waiting': { from: 'day', to: 'day' },
  'promotion.registered.failed': { from: 'day', to: 'day' },
  'promotion.out_of_sample': { from: 'day', to: 'day', firstSession: 'day' },
  'promotion.deflated_sharpe': { value: 'decimal', trials: 'count', needed: 'decimal' },
  'promotion.deflated_sharpe.unknown': { trials: 'count', needed: 'decimal' },
  'promotion.overfitting': { value: 'decimal', limit: 'decimal' },
  'promotion.overfitting.unknown': { limit: 'decimal' },
  'promotion.trades': { trades: 'count', needed: 'count' },
  'promotion.baselines': { percentile: 'count' },
  'promotion.baselines.missing': { baselines: 'labels:baseline' },
  'promotion.baselines.behind': { percentile: 'count', behind: 'messages' },
  'promotion.baselines.both': { percentile: 'count', baselines: 'labels:baseline', behind: 'messages' },
  'promotion_baseline.behind': { baseline: 'label:baseline', result: 'wholePaise', against: 'wholePaise' },
}
