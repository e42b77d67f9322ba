import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { ReportText } from '@strikewise/messages/families/report.ts'
import { reasonOfRow } from '../trades/refusal-action.ts'
import type { DailyReport, KindOfDay } from '../store/tables/daily-report-body.ts'

/** Reasons a summary names; the rest is counted. */
const MAX_REASONS = 3

/** A user's day in a few lines: for a chat, and for the list of notices. Paper and live stand apart. */
export function reportSummary(report: DailyReport): ReportText {
  const { kinds, on, unsettled, refusals, disarmed } = report
  const lines: ReportText[] = kinds.flatMap((kind) => kindLines(kind, on))
  if (kinds.length === 0) lines.push({ code: 'report.headline.none', on })
  if (unsettled > 0) lines.push({ code: 'report.unsettled', trades: unsettled })
  if (refusals.length > 0) lines.push(missedLine(report))
  if (disarmed) lines.push({ code: 'report.disarmed' })
  return { code: 'report.summary', lines }
}

/** The result of one kind of account on a day. */
export function headlineOf({ mode, sums: { total } }: KindOfDay, on: IstDate): ReportText {
  return { code: 'report.headline', on, net: total.net, mode, trades: total.trades, wins: total.wins }
}

/** Trades a summary lists; the rest is counted, and in the mail and the report in full. */
const MAX_TRADES = 6

function tradeLines({ trades }: KindOfDay): ReportText[] {
  const lines = trades.slice(0, MAX_TRADES).map(({ symbol, strike, side, quantity, exitReason, net }): ReportText => ({
    code: 'report.trade',
    contract: { symbol, strike, side },
    quantity,
    reason: exitReason,
    net,
  }))
  const more = trades.length - lines.length
  return more === 0 ? lines : [...lines, { code: 'report.more_trades', trades: more }]
}

function kindLines(kind: KindOfDay, on: IstDate): ReportText[] {
  const { total, bySymbol } = kind.sums
  const money = { gross: total.gross, charges: total.charges.total, net: total.net }
  const monthSoFar = kind.month.at(-1)
  return [
    headlineOf(kind, on),
    total.rounding === 0
      ? { code: 'report.money', ...money }
      : { code: 'report.money.rounded', ...money, rounding: total.rounding },
    ...(bySymbol.length > 1
      ? [
          {
            code: 'report.symbols',
            nets: bySymbol.map(({ symbol, net }) => ({ code: 'report.symbol_net', symbol, net }) as const),
          } as const,
        ]
      : []),
    ...(monthSoFar === undefined ? [] : [{ code: 'report.month', net: monthSoFar.running } as const]),
    ...tradeLines(kind),
  ]
}

function missedLine({ refusals }: DailyReport): ReportText {
  const named = refusals
    .slice(0, MAX_REASONS)
    .map(({ count, ...row }) => ({ code: 'report.missed_reason', count, refusal: reasonOfRow(row) }) as const)
  const more = refusals.length - named.length
  return {
    code: 'report.missed',
    entries: refusals.reduce((sum, { count }) => sum + count, 0),
    reasons: more === 0 ? named : [...named, { code: 'report.missed_more', reasons: more }],
  }
}
