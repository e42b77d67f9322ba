import type { Language } from '@strikewise/domain/text/language.ts'
import { istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import { periodReport, type PeriodReport } from '@strikewise/domain/reports/period-report.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { LinkMode } from '@strikewise/execution/trade/trade.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { refusalCounts, type RefusalCount } from './refusal-counts.ts'
import { tradesOfPeriod, type ClosedTradeLine } from './report-trades.ts'

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
  /** Live execution had been armed by trades that showed an edge, and no longer do. */
  readonly disarmed: boolean
}

/** Puts a user's day together from the store, with its texts in `language`. */
export async function dailyReportOf(
  db: Kysely<Database>,
  userId: string,
  on: IstDate,
  disarmed: boolean,
  language: Language,
): Promise<DailyReport> {
  const monthStart = istDate(`${on.slice(0, 8)}01`)
  const kinds: KindOfDay[] = []
  let unsettled = 0
  for (const mode of ['live', 'paper'] as const) {
    const month = await tradesOfPeriod(db, userId, { mode, from: monthStart, to: on })
    const today = await tradesOfPeriod(db, userId, { mode, from: on, to: on })
    unsettled += today.unsettled
    if (today.closed.length === 0) continue
    kinds.push({
      mode,
      sums: periodReport(today.closed),
      trades: today.closed,
      month: periodReport(month.closed).byDay.map(({ day, net, running }) => ({ day, net, running })),
    })
  }
  return { on, kinds, unsettled, refusals: await refusalCounts(db, userId, { from: on, to: on }, language), disarmed }
}
