import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { periodReport, type PeriodReport, type Sums } from '@strikewise/domain/reports/period-report.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ReportReply, ReportSums } from '@strikewise/wire/reports.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import type { RefusalCount } from '../store/tables/daily-report-body.ts'
import { refusalCounts } from './refusal-counts.ts'
import type { ClosedTradeLine } from '../store/tables/daily-report-body.ts'
import { averageFillRow } from '../trades/entry-fill-row.ts'
import { chargesRow, tradeRow, tradesOfPeriod, type Period } from './report-trades.ts'

/** A user's closed trades of a period and kind of account, summed up. Money in paise. */
export interface UserReport extends Period {
  readonly asOf: EpochMs
  readonly sums: PeriodReport
  readonly trades: readonly ClosedTradeLine[]
  readonly unsettled: number
  readonly refusals: readonly RefusalCount[]
}

/** Reads a user's report with its texts in `language`; `now` is when it was put together. */
export async function userReport(
  db: UserScopedRow,
  userId: string,
  { mode, from, to }: Period,
  now: EpochMs,
  language: Language,
): Promise<UserReport> {
  const [{ closed, unsettled }, refusals] = await Promise.all([
    tradesOfPeriod(db, userId, { mode, from, to }),
    refusalCounts(db, userId, { from, to }, language),
  ])
  return { mode, from, to, asOf: now, sums: periodReport(closed), trades: closed, unsettled, refusals }
}

/** A report as the wire has it: decimal rupees, instants with India's offset. */
export function reportReplyOf(report: UserReport): ReportReply {
  const { sums } = report
  return {
    mode: report.mode,
    from: report.from,
    to: report.to,
    as_of: istIso(report.asOf),
    total: sumsRow(sums.total),
    by_symbol: sums.bySymbol.map((own) => ({ symbol: own.symbol, ...sumsRow(own) })),
    by_day: sums.byDay.map((own) => ({ day: own.day, ...sumsRow(own), running: rupeesFromPaise(own.running) })),
    drawdown: rupeesFromPaise(sums.drawdown.most as Paise),
    trades: report.trades.map(tradeRow),
    entry_fill: averageFillRow(report.trades),
    unsettled: report.unsettled,
    refusals: [...report.refusals],
  }
}

function sumsRow({ trades, wins, gross, charges, rounding, net }: Sums): ReportSums {
  return {
    trades,
    wins,
    gross: rupeesFromPaise(gross),
    charges: chargesRow(charges),
    rounding: rupeesFromPaise(rounding),
    net: rupeesFromPaise(net),
  }
}
