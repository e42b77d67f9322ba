import { bootstrapMean } from '@strikewise/domain/statistics/day-bootstrap.ts'
import { drawdownOf, type Drawdown } from '@strikewise/domain/statistics/drawdown.ts'
import { momentsOf } from '@strikewise/domain/statistics/moments.ts'
import { sharpeOf } from '@strikewise/domain/statistics/sharpe-ratio.ts'
import { wilsonInterval } from '@strikewise/domain/trading/kelly.ts'
import { Rng } from '@strikewise/exchange/random/rng.ts'
import type { BacktestTrade, DayResult } from '../day/day-result.ts'

/** z of a two-sided 95 % interval. */
const Z95 = 1.96
const DAYS_A_YEAR = 252

export interface Interval {
  readonly low: number
  readonly high: number
}

/** What §4 of the signals reference asks to be reported. R: units of planned risk; money in paise; net unless named gross. */
export interface Performance {
  readonly sessions: number
  readonly trades: number
  readonly wins: number
  readonly hitRate: number | null
  readonly hitRateInterval: Interval | null
  readonly averageWinR: number | null
  readonly averageLossR: number | null
  readonly expectancyR: number | null
  readonly expectancyIntervalR: Interval | null
  /** Paise a trade and lot. */
  readonly expectancyPerLot: number | null
  readonly profitFactor: number | null
  readonly totalR: number
  readonly grossBeforeCosts: number
  readonly charges: number
  readonly slippage: number
  readonly net: number
  /** Charges and slippage as a part of what the trades moved before costs, gains and losses both counted as positive. */
  readonly costShare: number | null
  readonly drawdown: Drawdown
  readonly drawdownR: Drawdown
  /** Of daily net results in R, zero days included, × √252. */
  readonly sharpe: number
  readonly sortino: number | null
  /** Share of trading minutes with a position. */
  readonly exposure: number
}

/** Result of each session, in order: net in paise and in R. A session of two indices counts once. */
export interface DailyResult {
  readonly day: string
  readonly net: number
  readonly r: number
  readonly trades: number
}

/** Sums both indices' results of a day. `days` in order of time. */
export function dailyResults(days: readonly DayResult[]): DailyResult[] {
  const byDay = new Map<string, { net: number; r: number; trades: number }>()
  for (const { day, entries } of days) {
    const sum = byDay.get(day) ?? { net: 0, r: 0, trades: 0 }
    for (const { trade } of entries) {
      sum.net += trade.net
      sum.r += trade.r
      sum.trades += 1
    }
    byDay.set(day, sum)
  }
  return [...byDay].map(([day, sum]) => ({ day, ...sum })).sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** Computes everything from the sessions' results. `seed` is the bootstrap's. */
export function performanceOf(days: readonly DayResult[], seed: string): Performance {
  const trades = days.flatMap(({ entries }) => entries.map(({ trade }) => trade))
  const daily = dailyResults(days)
  const wins = trades.filter(({ net }) => net > 0)
  const losses = trades.filter(({ net }) => net <= 0)
  const count = trades.length
  const none = count === 0
  const gain = sumOf(wins, 'net')
  const loss = -sumOf(losses, 'net')
  const charges = sumOf(trades, 'charges')
  const slippage = sumOf(trades, 'slippage')
  const moved = trades.reduce((total, trade) => total + Math.abs(trade.gross + trade.slippage), 0)
  // Both indices' trades of a day belong together: they move together.
  const byDay = [...Map.groupBy(days, ({ day }) => day).values()]
  const results = byDay.map((of) => of.flatMap(({ entries }) => entries.map(({ trade }) => trade.r)))
  const moments = momentsOf(daily.map(({ r }) => r))
  const minutes = days.reduce((sum, day) => sum + day.minutes, 0)
  const lots = trades.reduce((sum, trade) => sum + trade.lots, 0)
  const net = sumOf(trades, 'net')
  const rng = new Rng(seed, 'bootstrap')
  return {
    sessions: daily.length,
    trades: count,
    wins: wins.length,
    hitRate: none ? null : wins.length / count,
    hitRateInterval: none ? null : wilsonInterval(wins.length, count, Z95),
    averageWinR: wins.length === 0 ? null : sumOf(wins, 'r') / wins.length,
    averageLossR: losses.length === 0 ? null : sumOf(losses, 'r') / losses.length,
    expectancyR: none ? null : sumOf(trades, 'r') / count,
    expectancyIntervalR: bootstrapMean(results, () => rng.unit()) ?? null,
    expectancyPerLot: none ? null : net / lots,
    profitFactor: loss > 0 ? gain / loss : null,
    totalR: sumOf(trades, 'r'),
    grossBeforeCosts: sumOf(trades, 'gross') + slippage,
    charges,
    slippage,
    net,
    costShare: moved > 0 ? (charges + slippage) / moved : null,
    drawdown: drawdownOf(daily.map((day) => day.net)),
    drawdownR: drawdownOf(daily.map((day) => day.r)),
    sharpe: sharpeOf(moments) * Math.sqrt(DAYS_A_YEAR),
    sortino: sortinoOf(daily.map(({ r }) => r)),
    exposure: minutes === 0 ? 0 : days.reduce((sum, day) => sum + day.minutesHeld, 0) / minutes,
  }
}

/** Mean ÷ root mean square of the losing days (zero days count as no loss), × √252; null without a losing day. */
function sortinoOf(values: readonly number[]): number | null {
  const down = Math.sqrt(values.reduce((sum, value) => sum + Math.min(0, value) ** 2, 0) / values.length)
  return down > 0 ? (momentsOf(values).mean / down) * Math.sqrt(DAYS_A_YEAR) : null
}

function sumOf(trades: readonly BacktestTrade[], of: 'net' | 'r' | 'charges' | 'slippage' | 'gross'): number {
  return trades.reduce((sum, trade) => sum + trade[of], 0)
}
