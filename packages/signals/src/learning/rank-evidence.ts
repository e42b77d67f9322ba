import type { HorizonMoves } from './horizon-moves.ts'
import { LEARNING } from './learning-params.ts'

/** How an agent's votes went with what the index did next. */
export interface RankEvidence {
  /** Sessions with a vote and a move, and rows of the first horizon. */
  readonly sessions: number
  readonly rows: number
  /** Mean over the horizons of the rank correlation of vote and move, -1 … 1. */
  readonly correlation: number
  /** Its standard error, and its 95 % interval, from a bootstrap over days. */
  readonly error: number
  readonly low: number
  readonly high: number
}

/** Sums of one day: count, Σx, Σy, Σx², Σy², Σxy of centred ranks. */
const SUMS = 6

/**
 * The evidence of one agent, by its place in `VOTERS`, over whole sessions (oldest first). Spearman's correlation with
 * mid-ranks at each horizon of 15, 30 and 60 minutes, and their mean; days are drawn with replacement, the same days for
 * every horizon, since rows of a day and overlapping horizons belong together (day-block bootstrap, Künsch 1989). Ranks
 * are those of all rows in every draw. The draws depend on the number of days alone: the same sessions give the same
 * numbers. Undefined under `leastSessions` sessions or `calibration.leastLabels` rows, or where votes or moves never vary.
 */
export function rankEvidence(days: readonly (readonly HorizonMoves[])[], agent: number): RankEvidence | undefined {
  const { horizons, leastSessions, draws } = LEARNING.votes
  const sums = horizons.map((_, horizon) => daySums(days, agent, horizon))
  const counted = days.flatMap((_, day) => (sums[0]![day]![0]! > 0 ? [day] : []))
  const rows = counted.reduce((total, day) => total + sums[0]![day]![0]!, 0)
  if (counted.length < leastSessions || rows < LEARNING.calibration.leastLabels) return undefined
  const correlation = meanCorrelation(sums, counted)
  if (correlation === undefined) return undefined
  const unit = numbersFrom(counted.length)
  const drawn: number[] = []
  for (let draw = 0; draw < draws; draw += 1) {
    const one = meanCorrelation(
      sums,
      counted.map(() => counted[Math.floor(unit() * counted.length)]!),
    )
    if (one !== undefined) drawn.push(one)
  }
  if (drawn.length < 2) return undefined
  drawn.sort((a, b) => a - b)
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length
  const variance = drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (drawn.length - 1)
  const at = (share: number) => drawn[Math.round(share * (drawn.length - 1))]!
  const error = Math.sqrt(variance)
  return { sessions: counted.length, rows, correlation, error, low: at(0.025), high: at(0.975) }
}

function daySums(days: readonly (readonly HorizonMoves[])[], agent: number, horizon: number): Float64Array[] {
  const pairs = days.flatMap((rows, day) =>
    rows.flatMap(({ signed, moves }) => {
      const [x, y] = [signed[agent]!, moves[horizon]!]
      return x === x && y === y ? [{ day, x, y }] : []
    }),
  )
  const xs = midRanks(pairs.map(({ x }) => x))
  const ys = midRanks(pairs.map(({ y }) => y))
  const middle = (pairs.length + 1) / 2
  const sums = days.map(() => new Float64Array(SUMS))
  for (const [i, { day }] of pairs.entries()) {
    const [x, y] = [xs[i]! - middle, ys[i]! - middle]
    for (const [n, value] of [1, x, y, x * x, y * y, x * y].entries()) sums[day]![n]! += value
  }
  return sums
}

/** Undefined where a side never varies at one of the horizons. */
function meanCorrelation(sums: readonly (readonly Float64Array[])[], days: readonly number[]): number | undefined {
  let total = 0
  for (const byDay of sums) {
    let [n, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0]
    for (const day of days) {
      const of = byDay[day]!
      n += of[0]!
      x += of[1]!
      y += of[2]!
      xx += of[3]!
      yy += of[4]!
      xy += of[5]!
    }
    const spread = Math.sqrt((xx - (x * x) / n) * (yy - (y * y) / n))
    if (!(spread > 1e-9)) return undefined
    total += (xy - (x * y) / n) / spread
  }
  return total / sums.length
}

/** Ranks from 1; equal values share the mean of their places. */
function midRanks(values: readonly number[]): Float64Array {
  const order = Uint32Array.from(values.keys()).sort((a, b) => values[a]! - values[b]!)
  const ranks = new Float64Array(values.length)
  for (let from = 0; from < order.length;) {
    let to = from + 1
    while (to < order.length && values[order[to]!] === values[order[from]!]) to += 1
    for (let i = from; i < to; i += 1) ranks[order[i]!] = (from + to + 1) / 2
    from = to
  }
  return ranks
}

/** Numbers in [0, 1) that depend on `seed` alone (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
