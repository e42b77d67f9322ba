import { bootstrapMeans, quantile } from '@strikewise/domain/statistics/day-bootstrap.ts'
import { Rng } from '@strikewise/exchange/random/rng.ts'
import { CARRY } from '@strikewise/exchange/prices/calibration.ts'
import type { BacktestTrade, DayResult, EntryOutcome } from '../day/day-result.ts'

const DRAWS = 1_000
const YEAR_MS = 365 * 86_400_000

/**
 * A baseline that takes the strategy's own entries another way round. Mean net R an entry, and the value it stays under
 * in 95 of 100 draws of days: what a better rule has to be above.
 */
interface EntryBaseline {
  readonly entries: number
  readonly meanR: number
  readonly p95: number
}

/** What chance, and the simplest rules, would have made of the same days (signals reference §4). */
export interface Baselines {
  /** Entries of which the opposite side could be bought too: on these alone all are compared. */
  readonly strategy: EntryBaseline | null
  readonly inverted: EntryBaseline | null
  /** Bought the way the first 15 minutes went. */
  readonly opening: EntryBaseline | null
  /** 1,000 times a coin for each entry: quantiles of the mean. */
  readonly random: { readonly draws: number; readonly p5: number; readonly median: number; readonly p95: number } | null
  /** One lot each day from 09:30 to 15:05, net paise. */
  readonly straddle: { readonly days: number; readonly net: number; readonly meanADay: number } | null
  /**
   * A lot of each index's future held from the first open to the last close, rolled at the model's carry, without
   * charges; paise.
   */
  readonly future: { readonly net: number } | null
}

/** Reckons the baselines over the sessions' results; `seed` is the draws'. */
export function baselinesOf(days: readonly DayResult[], seed: string): Baselines {
  const pairs = [...Map.groupBy(days, ({ day }) => day).values()].map(pairsOf)
  const straddles = days.flatMap(({ straddle }) => (straddle === null ? [] : [straddle as number]))
  const total = straddles.reduce((sum, net) => sum + net, 0)
  const towards = ({ trade, opposite, opening }: Pair) =>
    opening === null ? [] : [opening === trade.direction ? trade.r : opposite.r]
  return {
    strategy: entryBaseline(pairs, ({ trade }) => [trade.r], seed),
    inverted: entryBaseline(pairs, ({ opposite }) => [opposite.r], seed),
    opening: entryBaseline(pairs, towards, seed),
    random: randomOf(pairs.flat(), seed),
    straddle:
      straddles.length === 0 ? null : { days: straddles.length, net: total, meanADay: total / straddles.length },
    future: futureOf(days),
  }
}

interface Pair extends Required<Pick<EntryOutcome, 'trade'>> {
  readonly opposite: BacktestTrade
  readonly opening: DayResult['opening']
}

function pairsOf(days: readonly DayResult[]): Pair[] {
  return days.flatMap(({ entries, opening }) =>
    entries.flatMap(({ trade, opposite }) => (opposite === undefined ? [] : [{ trade, opposite, opening }])),
  )
}

function entryBaseline(
  days: readonly (readonly Pair[])[],
  results: (pair: Pair) => number[],
  seed: string,
): EntryBaseline | null {
  const byDay = days.map((pairs) => pairs.flatMap(results))
  const all = byDay.flat()
  if (all.length === 0) return null
  const rng = new Rng(seed, 'baseline')
  const means = bootstrapMeans(byDay, () => rng.unit())
  return {
    entries: all.length,
    meanR: all.reduce((sum, r) => sum + r, 0) / all.length,
    p95: quantile(means, 0.95),
  }
}

function randomOf(pairs: readonly Pair[], seed: string): Baselines['random'] {
  if (pairs.length === 0) return null
  const rng = new Rng(seed, 'coin')
  const means: number[] = []
  for (let draw = 0; draw < DRAWS; draw += 1) {
    let sum = 0
    for (const { trade, opposite } of pairs) sum += (rng.unit() < 0.5 ? trade : opposite).r
    means.push(sum / pairs.length)
  }
  means.sort((a, b) => a - b)
  return { draws: DRAWS, p5: quantile(means, 0.05), median: quantile(means, 0.5), p95: quantile(means, 0.95) }
}

function futureOf(days: readonly DayResult[]): Baselines['future'] {
  if (days.length === 0) return null
  let net = 0
  for (const of of Map.groupBy(days, ({ symbol }) => symbol).values()) {
    const first = of[0]!
    const last = of.at(-1)!
    const years = (Date.parse(last.day) - Date.parse(first.day)) / YEAR_MS
    const average = (first.open + last.close) / 2
    net += last.lotSize * (last.close - first.open - average * CARRY.mean * years)
  }
  return { net: Math.round(net) }
}
