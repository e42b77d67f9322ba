import type { Observation } from './observation.ts'
import { DRAWS, intervalOf, type Interval, type Pair } from './rank-correlation.ts'

/** How often signals of about one strength were right. */
export interface CalibrationBin {
  /** Strengths above `from`, up to `to`. */
  readonly from: number
  readonly to: number
  readonly count: number
  /** Mean strength: what the agent claims. */
  readonly strength: number
  /** Share whose direction the index took; one that moved nowhere counts half. */
  readonly right: Interval
}

const BINS = [0, 0.2, 0.4, 0.6, 0.8, 1] as const

/** The mean move in the direction of the signal, in the unit of `y`; undefined: no pair has a direction. */
export function paysOf(pairs: readonly Pair[], unit: () => number): Interval | undefined {
  return meanByDay(
    pairs.filter(({ x }) => x !== 0),
    ({ x, y }) => Math.sign(x) * y,
    unit,
  )
}

/** How often signals with a direction were right; undefined: no pair has one. */
export function hitRateOf(pairs: readonly Pair[], unit: () => number): Interval | undefined {
  return meanByDay(
    pairs.filter(({ x }) => x !== 0),
    isRight,
    unit,
  )
}

/** The claimed strength against the frequency of being right, weak signals first; bins without a signal are left out. */
export function calibrationOf(pairs: readonly Pair[], unit: () => number): CalibrationBin[] {
  return BINS.slice(1).flatMap((to, i) => {
    const from = BINS[i]!
    const some = pairs.filter(({ x }) => Math.abs(x) > from && Math.abs(x) <= to)
    const right = meanByDay(some, isRight, unit)
    if (right === undefined) return []
    const strength = some.reduce((sum, { x }) => sum + Math.abs(x), 0) / some.length
    return [{ from, to, count: some.length, strength, right }]
  })
}

/** Changes of direction a session, between successive observations in which the series is fresh. */
export function turnoverOf(
  observations: readonly Observation[],
  series: number,
  unit: () => number,
): Interval | undefined {
  const changes: Pair[] = []
  const days = [...Map.groupBy(observations, ({ day }) => day).values()]
  for (const [day, of] of days.entries()) {
    const directions = of.map(({ signed }) => Math.sign(signed[series]!)).filter((one) => !Number.isNaN(one))
    if (directions.length === 0) continue
    changes.push({ day, x: 1, y: directions.filter((one, i) => i > 0 && one !== directions[i - 1]).length })
  }
  return meanByDay(changes, ({ y }) => y, unit)
}

/** The mean of `valueOf` over all pairs, with its interval; undefined without a pair. */
export function meanByDay(
  pairs: readonly Pair[],
  valueOf: (pair: Pair) => number,
  unit: () => number,
): Interval | undefined {
  if (pairs.length === 0) return undefined
  const numbers = new Map<number, number>()
  const sums: number[] = []
  const counts: number[] = []
  for (const pair of pairs) {
    let number = numbers.get(pair.day)
    if (number === undefined) {
      number = numbers.size
      numbers.set(pair.day, number)
      sums.push(0)
      counts.push(0)
    }
    sums[number]! += valueOf(pair)
    counts[number]! += 1
  }
  const drawn = Array.from({ length: DRAWS }, () => drawnMean(sums, counts, unit))
  return intervalOf(sums.reduce((sum, one) => sum + one, 0) / pairs.length, drawn)
}

function drawnMean(sums: readonly number[], counts: readonly number[], unit: () => number): number {
  let [sum, count] = [0, 0]
  for (let i = 0; i < sums.length; i += 1) {
    const day = Math.floor(unit() * sums.length)
    sum += sums[day]!
    count += counts[day]!
  }
  return sum / count
}

function isRight({ x, y }: Pair): number {
  return (1 + Math.sign(x) * Math.sign(y)) / 2
}
