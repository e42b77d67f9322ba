import { normalCdf } from '../market/black76.ts'
import type { Moments } from './moments.ts'
import { normalQuantile } from './normal-quantile.ts'

/** Euler and Mascheroni's constant, to the four digits the reference computes with. */
const EULER = 0.5772

/** Mean ÷ deviation of daily values, not annualised; 0 where nothing varies. */
export function sharpeOf({ mean, deviation }: Pick<Moments, 'mean' | 'deviation'>): number {
  return deviation > 0 ? mean / deviation : 0
}

/**
 * Probabilistic Sharpe ratio: how likely the true daily Sharpe is above `benchmark`, given as many days, their skewness
 * and kurtosis (signals reference §4; Bailey and López de Prado 2014). Undefined under three days.
 */
export function probabilisticSharpe(
  sharpe: number,
  benchmark: number,
  days: Omit<Moments, 'mean' | 'deviation'>,
): number | undefined {
  const { count, skewness, kurtosis } = days
  const spread = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe
  if (count < 3 || !(spread > 0)) return undefined
  return normalCdf(((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(spread))
}

/** The daily Sharpe the best of `trials` useless ones is expected to show when theirs vary with `deviation`; 0 for one trial. */
export function expectedMaxSharpe(trials: number, deviation: number): number {
  if (trials < 2) return 0
  const best = normalQuantile(1 - 1 / trials)
  const next = normalQuantile(1 - 1 / (trials * Math.E))
  return deviation * ((1 - EULER) * best + EULER * next)
}

/** Everything a rule was chosen among, itself included. */
export interface TrialStatistics {
  readonly trials: number
  /** Sample deviation of their daily Sharpe ratios. */
  readonly deviation: number
}

/** Deflated Sharpe ratio of a row of daily results that was chosen among what was tried. Undefined under three days. */
export function deflatedSharpe(days: Moments, { trials, deviation }: TrialStatistics): number | undefined {
  return probabilisticSharpe(sharpeOf(days), expectedMaxSharpe(trials, deviation), days)
}
