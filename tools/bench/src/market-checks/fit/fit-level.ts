import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { SESSION_VARIANCE } from '@strikewise/exchange/prices/calibration.ts'
import { levelWeights } from '@strikewise/exchange/prices/day-level.ts'
import { mean, quantile } from '../table/statistics.ts'

/** Parkinson (1980): a session's squared log range over its variance. */
const PARKINSON = 4 * Math.log(2)
/**
 * Sessions apart at which the memory of volatility is compared, and the values tried. The next session is left out: what
 * lasts a single day moves no option price, and with it the model's India VIX would change twice as much as the recorded.
 */
const LAGS = [2, 3, 5, 10, 20, 40]
const SLOW = [0.95, 0.96, 0.97, 0.98, 0.99]
const FAST = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
const SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
const DEGREES = 4
const SCALE_STEP = 0.5e-4

/** One day's high and low and the log return of the night before it. */
export interface RangeOfDay {
  readonly high: number
  readonly low: number
  readonly gap: number
}

/** Root mean square of NIFTY's level, from the ranges of its days. */
export function levelOf(days: readonly RangeOfDay[]): number {
  const variance = mean(days.map(({ high, low }) => Math.log(high / low) ** 2 / PARKINSON))
  return Math.sqrt(variance / SESSION_VARIANCE)
}

/**
 * Deviation and memory of the level's logarithm: least squares on the autocovariance of log realised volatility.
 */
export function memoryOf(volatility: ReadonlyMap<IstDate, number>) {
  const measured = LAGS.map((lag) => autocovariance(volatility, lag))
  let best = { error: Number.POSITIVE_INFINITY, deviation: 0, slow: 0, fast: 0, slowShare: 0 }
  for (const slow of SLOW)
    for (const fast of FAST)
      for (const slowShare of SHARES) {
        const shape = levelWeights({ slow, fast, slowShare, deviation: 1 })
        const memory = LAGS.map((lag) => shape.subarray(lag).reduce((sum, weight, i) => sum + weight * shape[i]!, 0))
        const variance =
          memory.reduce((sum, value, i) => sum + value * measured[i]!, 0) /
          memory.reduce((sum, value) => sum + value * value, 0)
        const error = memory.reduce((sum, value, i) => sum + (variance * value - measured[i]!) ** 2, 0)
        if (error < best.error) best = { error, deviation: Math.sqrt(variance), slow, fast, slowShare }
      }
  return { deviation: best.deviation, slow: best.slow, fast: best.fast, slowShare: best.slowShare }
}

function autocovariance(volatility: ReadonlyMap<IstDate, number>, lag: number): number {
  const middle = mean([...volatility.values()])
  const products: number[] = []
  for (const [day, now] of volatility) {
    let then = day
    for (let i = 0; i < lag; i += 1) then = nseCalendar.previousTradingDay(then)
    const before = volatility.get(then)
    if (before !== undefined) products.push((now - middle) * (before - middle))
  }
  return mean(products)
}

/** Scale at level 1 of the overnight gap's Student t: greatest likelihood, at the median level. */
export function gapScaleOf(days: readonly RangeOfDay[], level: { readonly rms: number; readonly deviation: number }) {
  const gaps = days.map(({ gap }) => gap).filter((gap) => Number.isFinite(gap))
  const likelihood = (scale: number) =>
    gaps.reduce(
      (sum, gap) => sum - ((DEGREES + 1) / 2) * Math.log1p((gap / scale) ** 2 / DEGREES),
      -gaps.length * Math.log(scale),
    )
  let best = SCALE_STEP
  for (let scale = SCALE_STEP; scale < 0.02; scale += SCALE_STEP) if (likelihood(scale) > likelihood(best)) best = scale
  return best / (level.rms * Math.exp(-level.deviation * level.deviation))
}

/** NIFTY's and BANKNIFTY's log moves between snapshots of the same minutes: ratio of the usual sizes, and correlation. */
export function bankOf(moves: readonly (readonly [nifty: number, bank: number])[]) {
  const size = (of: 0 | 1) =>
    quantile(
      moves.map((pair) => Math.abs(pair[of])),
      0.5,
    )
  const product = (a: 0 | 1, b: 0 | 1) => mean(moves.map((pair) => pair[a] * pair[b]))
  return { ratio: size(1) / size(0), correlation: product(0, 1) / Math.sqrt(product(0, 0) * product(1, 1)) }
}
