/*
 * Intervals that hold at every look. A fixed 95 % interval that is read each day excludes the truth sooner or later: of
 * accounts without an edge one in eight once showed one within a year. The ones here contain the truth at every time
 * together with a chance of at least 95 %, and each end alone is passed with a chance of at most 2.5 %.
 *
 * Method: an e-process, a positive martingale under the hypothesis that starts at 1, reaches 1 ÷ α at any time with a
 * chance of at most α (Ville 1939); the values it has not refuted are the confidence sequence (Howard, Ramdas, McAuliffe,
 * Sekhon, Time-uniform, nonparametric, nonasymptotic confidence sequences, Annals of Statistics 2021).
 */

/** Chance that the truth is ever outside. */
const ALPHA = 0.05
/**
 * Weight of the mixture's prior, in observations. The interval is narrowest after about eight times as many: three
 * months of trading days.
 */
const PRIOR = 8

/** The values of one day, which belong together: how many, and their sum. */
export interface DaySum {
  readonly count: number
  readonly sum: number
}

export interface Ends {
  readonly low: number
  readonly high: number
}

/**
 * 95 % confidence sequence of the mean value, with days as the independent observations. For normal daily results of
 * unknown size it is exact: a mixture of t-statistics that does not depend on the scale (Lai, On confidence sequences,
 * Annals of Statistics 1976; Wang and Ramdas, Anytime-valid t-tests and confidence sequences for Gaussian means with
 * unknown variance, 2023); for results like a bought option's, with bounded losses and long gains, it is simulated in
 * the tests. No such interval knows of losses so rare that the record holds none. Undefined while nothing is excluded:
 * under about ten days.
 */
export function meanSequence(days: readonly DaySum[]): Ends | undefined {
  const observed = days.filter(({ count }) => count > 0)
  const n = observed.length
  if (n < 2) return undefined
  const total = (of: (day: DaySum) => number) => observed.reduce((sum, day) => sum + of(day), 0)
  const [sum, count] = [total((day) => day.sum), total((day) => day.count)]
  const squares = total((day) => day.sum ** 2)
  const products = total((day) => day.sum * day.count)
  const counts = total((day) => day.count ** 2)
  // A mean m is not refuted while k S(m)² < (k − 1)(n + c²) V(m), with S and V the sum and the sum of squares of the days'
  // sums less m for each value in them: a quadratic inequality in m.
  const k = ((n + PRIOR) / (PRIOR * ALPHA * ALPHA)) ** (1 / n)
  const scale = (k - 1) * (n + PRIOR)
  const a = k * count * count - scale * counts
  if (!(a > 0)) return undefined
  const half = k * sum * count - scale * products
  const root = Math.sqrt(Math.max(0, half * half - a * (k * sum * sum - scale * squares)))
  return { low: (half - root) / a, high: (half + root) / a }
}

/**
 * 95 % confidence sequence of the chance behind `hits` of `trials`: those chances which the mixture of all of them, each
 * as likely, has not beaten 20 times (Robbins 1970; exact for independent trials). All of 0 to 1 without a trial.
 */
export function rateSequence(hits: number, trials: number): Ends {
  if (!(trials >= hits && hits >= 0)) throw new RangeError(`not a record: ${hits} of ${trials}`)
  // ∫ pᵏ(1 − p)ⁿ⁻ᵏ dp = 1 ÷ ((n + 1) × n over k).
  let mixture = -Math.log(trials + 1)
  for (let i = 1; i <= hits; i += 1) mixture -= Math.log((trials - hits + i) / i)
  const isIncluded = (p: number) => {
    const likelihood = (hits === 0 ? 0 : hits * Math.log(p)) + (hits === trials ? 0 : (trials - hits) * Math.log(1 - p))
    return mixture - likelihood < -Math.log(ALPHA)
  }
  const seen = trials === 0 ? 0.5 : hits / trials
  return { low: edge(0, seen, isIncluded), high: edge(1, seen, isIncluded) }
}

/** Where, between `outer` and the value seen, chances begin to be kept. */
function edge(outer: number, seen: number, isIncluded: (p: number) => boolean): number {
  if (isIncluded(outer)) return outer
  let [out, included] = [outer, seen]
  for (let step = 0; step < 50; step += 1) {
    const middle = (out + included) / 2
    if (isIncluded(middle)) included = middle
    else out = middle
  }
  return included
}
