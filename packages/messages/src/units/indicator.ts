import type { IndicatorReason } from '@strikewise/signals/registry/definitions/indicator-agent.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `indicator`. */
export const indicatorUnits: UnitsOf<IndicatorReason> = {
  'indicator.warm_up': { known: 'count', needed: 'count' },
  'indicator.ema_cross': { fastLength: 'count', fast: 'points', slowLength: 'count', slow: 'points', side: 'select' },
  'indicator.rsi': { length: 'count', rsi: 'tenths', even: 'decimal' },
  'indicator.macd': { histogram: 'points' },
  'indicator.supertrend': { direction: 'select', line: 'points' },
  'indicator.trend_15m': { minutes: 'count', close: 'points', length: 'count', ema: 'points', side: 'select' },
  'indicator.vwap': { price: 'points', vwap: 'points', side: 'select' },
  'indicator.time_weighted_average': { price: 'points', average: 'points', side: 'select' },
  'indicator.exhaustion': { rsi: 'tenths', factor: 'ratio' },
  'indicator.below_threshold': { score: 'score', enter: 'strength', leave: 'strength' },
}
