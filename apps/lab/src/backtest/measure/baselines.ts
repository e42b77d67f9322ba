import { bootstrapMeans, quantile } from '@strikewise/domain/statistics/day-bootstrap.ts'
import { Rng } from '@strikewise/exchange/random/rng.ts'
import { CARRY } from '@strikewise/exchange/prices/calibration.ts'
import type { BacktestTrade, DayResult, EntryOutcome } from '../day/day-result.ts'
import { missedSessions } from '../input/missing-sessions.ts'
import { comparedByDays, comparedByDraws, type Compared, type SessionRow } from './at-equal-risk.ts'

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
  /** A lot of each index's future held from the first open to the last close, paise. */
  readonly future: { readonly net: number } | null
  /** All of them in one unit: what the promotion gate asks. One that could not be measured is left out. */
  readonly compared: readonly Compared[]
}

/** Computes the baselines over the sessions' results; `seed` is the draws'. */
export function baselinesOf(days: readonly DayResult[], seed: string): Baselines {
  const sessions = [...Map.groupBy(days, ({ day }) => day).values()]
  const pairs = sessions.map(pairsOf)
  const towards = pairs.map((of) => of.flatMap(towardsOpening))
  const straddles = days.flatMap(({ straddle }) => (straddle === null ? [] : [straddle as number]))
  const total = straddles.reduce((sum, net) => sum + net, 0)
  const draws = coinDraws(pairs, seed)
  const future = futureRow(sessions)
  const own = rowOf(pairs, ({ trade }) => trade)
  // These can be held on every day, so they stand against every trade; the others against those they could take too.
  const all = sessions.map((of) => of.flatMap(({ entries }) => entries).reduce((sum, { trade }) => sum + trade.net, 0))
  const straddleRow = sessions.map((of) => of.reduce((sum, { straddle }) => sum + (straddle ?? 0), 0))
  const compared = [
    comparedByDraws('random_direction', own, draws?.nets ?? []),
    comparedByDays(
      'inverted_signal',
      own,
      rowOf(pairs, ({ opposite }) => opposite),
      seed,
    ),
    comparedByDays(
      'first_15_minutes',
      rowOf(towards, ({ trade }) => trade),
      rowOf(towards, ({ taken }) => taken),
      seed,
    ),
    comparedByDays('straddle', all, straddleRow, seed),
    comparedByDays('future_held', all, future, seed),
  ]
  return {
    strategy: entryBaseline(pairs, ({ trade }) => trade.r, seed),
    inverted: entryBaseline(pairs, ({ opposite }) => opposite.r, seed),
    opening: entryBaseline(towards, ({ taken }) => taken.r, seed),
    random: draws?.inR ?? null,
    straddle:
      straddles.length === 0 ? null : { days: straddles.length, net: total, meanADay: total / straddles.length },
    future: days.length === 0 ? null : { net: Math.round(future.reduce((sum, net) => sum + net, 0)) },
    compared: compared.filter((one) => one !== undefined),
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

/** A pair, and which of the two the first 15 minutes would have taken; none where they went nowhere. */
function towardsOpening(pair: Pair): (Pair & { readonly taken: BacktestTrade })[] {
  if (pair.opening === null) return []
  return [{ ...pair, taken: pair.opening === pair.trade.direction ? pair.trade : pair.opposite }]
}

function rowOf<T>(sessions: readonly (readonly T[])[], takenOf: (of: T) => BacktestTrade): SessionRow {
  return sessions.map((of) => of.reduce((sum, one) => sum + takenOf(one).net, 0))
}

function entryBaseline<T>(
  days: readonly (readonly T[])[],
  resultOf: (of: T) => number,
  seed: string,
): EntryBaseline | null {
  const byDay = days.map((pairs) => pairs.map(resultOf))
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

/** A coin for each entry, 1,000 times: quantiles of the mean in R, and each draw's sessions in paise. */
function coinDraws(sessions: readonly (readonly Pair[])[], seed: string) {
  const entries = sessions.reduce((sum, of) => sum + of.length, 0)
  if (entries === 0) return undefined
  const rng = new Rng(seed, 'coin')
  const means: number[] = []
  const nets: number[][] = []
  for (let draw = 0; draw < DRAWS; draw += 1) {
    let sum = 0
    const row = sessions.map((of) => {
      let net = 0
      for (const { trade, opposite } of of) {
        const taken = rng.unit() < 0.5 ? trade : opposite
        sum += taken.r
        net += taken.net
      }
      return net
    })
    means.push(sum / entries)
    nets.push(row)
  }
  means.sort((a, b) => a - b)
  const inR = { draws: DRAWS, p5: quantile(means, 0.05), median: quantile(means, 0.5), p95: quantile(means, 0.95) }
  return { inR, nets }
}

/**
 * What a lot of each index's future brings a session: from the close of the session before, less the carry of the days
 * between; from the open where that session is not in the records, since nothing was seen of what happened meanwhile.
 * Without charges, which can only make the baseline better than it is.
 */
function futureRow(sessions: readonly (readonly DayResult[])[]): SessionRow {
  const before = new Map<DayResult['symbol'], DayResult>()
  return sessions.map((of) => {
    let net = 0
    for (const result of of) {
      const { symbol, day, open, close, lotSize } = result
      const known = before.get(symbol)
      const last = known !== undefined && missedSessions(known.day, day) === 0 ? known : undefined
      const from = last?.close ?? open
      const years = last === undefined ? 0 : (Date.parse(day) - Date.parse(last.day)) / YEAR_MS
      net += lotSize * (close - from - ((from + close) / 2) * CARRY.mean * years)
      before.set(symbol, result)
    }
    return net
  })
}
