import type { LinkMode } from './link-mode.ts'
import type { Paise } from '../money/paise.ts'
import { meanSequence, rateSequence } from '../statistics/confidence-sequence.ts'
import { drawdownOf, type Drawdown } from '../statistics/drawdown.ts'
import type { IstDate } from '../time/ist.ts'
import { EDGE_MIN_TRADES } from './kelly.ts'

/** Days a record needs before it shows anything about days to come. */
export const EDGE_MIN_DAYS = 10

/** What a closed trade brought. All of one kind of account: paper and live are never measured together. */
export interface ClosedTradeSample {
  readonly on: IstDate
  readonly gross: Paise
  readonly charges: Paise
  readonly net: Paise
  /** R: what the trade stood to lose at its first stop, whole position. */
  readonly risk: Paise
}

export interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * Whether the trades show an edge: `positive` and `not_positive` show on which side of 0 the lower end of the interval of
 * the expectancy lies. `not_known`: too few trades, or of too few days, to show.
 */
export const EDGE_VERDICTS = ['not_known', 'not_positive', 'positive'] as const
export type EdgeVerdict = (typeof EDGE_VERDICTS)[number]

/**
 * What a row of closed trades brought, net of charges (signals reference §4). Means and intervals are per trade. The
 * intervals are read each day, so each of them holds at every look: the chance that one ever excludes the truth is 5 %.
 */
export interface MeasuredEdge {
  readonly trades: number
  readonly days: number
  readonly from: IstDate
  readonly to: IstDate
  readonly gross: Paise
  readonly charges: Paise
  readonly net: Paise
  readonly wins: number
  readonly winRate: number
  readonly winRateInterval: Interval
  /** Paise and fractions of one. */
  readonly expectancy: number
  /** Over days; null while nothing can be excluded, which is before there are `EDGE_MIN_DAYS`. */
  readonly expectancyInterval: Interval | null
  /** In units of the risk taken. */
  readonly expectancyR: number
  readonly expectancyIntervalR: Interval | null
  /** Won ÷ lost, net; null without a loss. */
  readonly profitFactor: number | null
  /** Of the daily net results, in paise. */
  readonly drawdown: Drawdown
  readonly verdict: EdgeVerdict
}

/**
 * Measures all closed trades of an account; undefined when there are none. From the first on: a window that moves along
 * would be a new record each day, and one of those shows an edge by chance sooner or later.
 */
export function measureEdge(trades: readonly ClosedTradeSample[]): MeasuredEdge | undefined {
  const sorted = trades.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  const days = [...Map.groupBy(sorted, (trade) => trade.on).values()]
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const netOf = (trade: ClosedTradeSample): number => trade.net
  const rOf = (trade: ClosedTradeSample): number => (trade.risk > 0 ? trade.net / trade.risk : 0)
  const intervalOf = (value: (trade: ClosedTradeSample) => number): Interval | null =>
    meanSequence(days.map((day) => ({ count: day.length, sum: sumOf(day, value) }))) ?? null
  const count = sorted.length
  const wins = sorted.filter((trade) => trade.net > 0)
  const losses = sorted.filter((trade) => trade.net < 0)
  const expectancyInterval = intervalOf(netOf)
  const isLongEnough = count >= EDGE_MIN_TRADES && days.length >= EDGE_MIN_DAYS && expectancyInterval !== null
  return {
    trades: count,
    days: days.length,
    from: first.on,
    to: last.on,
    gross: sumOf(sorted, (trade) => trade.gross) as Paise,
    charges: sumOf(sorted, (trade) => trade.charges) as Paise,
    net: sumOf(sorted, netOf) as Paise,
    wins: wins.length,
    winRate: wins.length / count,
    winRateInterval: rateSequence(wins.length, count),
    expectancy: sumOf(sorted, netOf) / count,
    expectancyInterval,
    expectancyR: sumOf(sorted, rOf) / count,
    expectancyIntervalR: intervalOf(rOf),
    profitFactor: losses.length === 0 ? null : sumOf(wins, netOf) / -sumOf(losses, netOf),
    drawdown: drawdownOf(days.map((day) => sumOf(day, netOf))),
    verdict: !isLongEnough ? 'not_known' : expectancyInterval.low > 0 ? 'positive' : 'not_positive',
  }
}

/**
 * The trades that speak for a live account (decision record 17): its own; while they are too few, those on paper, the
 * forward test; and where its own show no edge, those on paper since the last live day, if they are enough.
 */
export function edgeForLive(trades: {
  readonly live: readonly ClosedTradeSample[]
  readonly paper: readonly ClosedTradeSample[]
}): { readonly of: LinkMode; readonly edge: MeasuredEdge | undefined } {
  const live = measureEdge(trades.live)
  const isKnown = live !== undefined && live.verdict !== 'not_known'
  if (isKnown && live.verdict === 'positive') return { of: 'live', edge: live }
  const lastLive = isKnown ? live.to : ''
  const paper = measureEdge(trades.paper.filter(({ on }) => on > lastLive))
  if (paper !== undefined && paper.verdict !== 'not_known') return { of: 'paper', edge: paper }
  return { of: 'live', edge: live }
}

function sumOf(trades: readonly ClosedTradeSample[], value: (trade: ClosedTradeSample) => number): number {
  return trades.reduce((sum, trade) => sum + value(trade), 0)
}
