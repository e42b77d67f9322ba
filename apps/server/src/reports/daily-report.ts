import type { Language } from '@strikewise/domain/text/language.ts'
import { istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import { periodReport } from '@strikewise/domain/reports/period-report.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { DailyReport, KindOfDay } from '../store/tables/daily-report-body.ts'
import { refusalCounts } from './refusal-counts.ts'
import { tradesOfPeriod } from './report-trades.ts'

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
