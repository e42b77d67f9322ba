import type { DayResult } from '../day/day-result.ts'
import type { DailyResult } from '../measure/performance.ts'

/** What is kept of a session of a trial other than the first: its result, and nothing to explain it. */
export interface TrialDay {
  readonly symbol: DayResult['symbol']
  readonly day: DayResult['day']
  readonly net: number
  readonly r: number
  readonly trades: number
  readonly events: number
}

export function trialDayOf({ symbol, day, entries, events }: DayResult): TrialDay {
  let net = 0
  let r = 0
  for (const { trade } of entries) {
    net += trade.net
    r += trade.r
  }
  return { symbol, day, net, r, trades: entries.length, events }
}

/** Sums both indices' results of each session of a trial. */
export function dailyOfTrial(days: readonly TrialDay[]): DailyResult[] {
  return [...Map.groupBy(days, ({ day }) => day)].map(([day, of]) => ({
    day,
    net: of.reduce((sum, { net }) => sum + net, 0),
    r: of.reduce((sum, { r }) => sum + r, 0),
    trades: of.reduce((sum, { trades }) => sum + trades, 0),
  }))
}
