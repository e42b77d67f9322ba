import type { PeriodReport } from '@strikewise/domain/reports/period-report.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { LinkMode } from '@strikewise/execution/trade/trade.ts'
import type { RefusalCount } from './refusal-counts.ts'
import type { ClosedTradeLine } from './report-trades.ts'

/** What one kind of account did on a day, and how its month stood at the end of it. */
export interface KindOfDay {
  readonly mode: LinkMode
  readonly sums: PeriodReport
  readonly trades: readonly ClosedTradeLine[]
  /** The equity curve of the month: net results of its days so far, and their running sum. */
  readonly month: readonly { readonly day: IstDate; readonly net: Paise; readonly running: Paise }[]
}

/** A user's day as it is told after the close, and kept. Money in paise; paper and live stand apart. */
export interface DailyReport {
  readonly on: IstDate
  /** Live first; a kind that did not trade is missing. */
  readonly kinds: readonly KindOfDay[]
  /** Trades whose end the broker's books had not told when this was written: in no sum. */
  readonly unsettled: number
  readonly refusals: readonly RefusalCount[]
}
