/** Mid-ranks from 1: equal values share the mean of their places. */
export function midRanks(values: readonly number[]): Float64Array {
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

/** A pair of values of one session, by its number. */
export interface Pair {
  readonly day: number
  readonly x: number
  readonly y: number
}

export interface RankCorrelation {
  readonly pairs: number
  readonly days: number
  readonly value: number
  /** 95 % interval when whole days are drawn with replacement. */
  readonly low: number
  readonly high: number
}

const DRAWS = 400
const SUMS = 6

/**
 * Spearman's rank correlation with mid-ranks, and its interval from a bootstrap over days. Ranks are those of all pairs
 * in every draw: ranking each draw again changes the interval by less than its sampling error and costs a sort a draw.
 * Undefined under two days, or where either side never varies. `unit` gives numbers in [0, 1).
 */
export function rankCorrelation(pairs: readonly Pair[], unit: () => number): RankCorrelation | undefined {
  const xs = midRanks(pairs.map(({ x }) => x))
  const ys = midRanks(pairs.map(({ y }) => y))
  const middle = (pairs.length + 1) / 2
  const byDay = new Map<number, Float64Array>()
  for (const [i, { day }] of pairs.entries()) {
    let sums = byDay.get(day)
    if (sums === undefined) byDay.set(day, (sums = new Float64Array(SUMS)))
    addPair(sums, xs[i]! - middle, ys[i]! - middle)
  }
  const days = [...byDay.values()]
  const value = correlationOf(days, (i) => i)
  if (days.length < 2 || value === undefined) return undefined
  const drawn: number[] = []
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const one = correlationOf(days, () => Math.floor(unit() * days.length))
    if (one !== undefined) drawn.push(one)
  }
  drawn.sort((a, b) => a - b)
  const at = (share: number) => drawn[Math.round(share * (drawn.length - 1))]!
  return { pairs: pairs.length, days: days.length, value, low: at(0.025), high: at(0.975) }
}

function addPair(sums: Float64Array, x: number, y: number): void {
  for (const [i, value] of [1, x, y, x * x, y * y, x * y].entries()) sums[i]! += value
}

/** Pearson's correlation of the days that `pick` chooses, as many as there are; undefined where a side never varies. */
function correlationOf(days: readonly Float64Array[], pick: (i: number) => number): number | undefined {
  let [n, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < days.length; i += 1) {
    const sums = days[pick(i)]!
    n += sums[0]!
    x += sums[1]!
    y += sums[2]!
    xx += sums[3]!
    yy += sums[4]!
    xy += sums[5]!
  }
  const spread = Math.sqrt((xx - (x * x) / n) * (yy - (y * y) / n))
  return spread > 1e-9 ? (xy - (x * y) / n) / spread : undefined
}
