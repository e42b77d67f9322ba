import { formatRupees, formatSignedRupees } from '@strikewise/domain/money/format.ts'
import type { DailyReport, KindOfDay } from './daily-report.ts'
import { counted, dayText, MODE_LABELS, ROUNDING_LABELS } from './report-labels.ts'

/** Reasons a short text names; the rest is counted. */
const MAX_REASONS = 3

/** A user's day in a few lines of plain text: for a chat, and for the list of notices. Paper and live stand apart. */
export function reportText(report: DailyReport): string {
  const lines = [`Your day, ${dayText(report.on)}`, ...report.kinds.flatMap(kindLines)]
  if (report.kinds.length === 0) lines.push('No trade was closed.')
  if (report.unsettled > 0)
    lines.push(`${counted(report.unsettled, 'trade')} not settled with the broker yet: in no sum.`)
  if (report.refusals.length > 0) lines.push(refusalLine(report))
  if (report.disarmed) lines.push(LIVE_DISARMED_TEXT)
  return lines.join('\n')
}

/** Said when live execution was disarmed after the close. */
export const LIVE_DISARMED_TEXT =
  'Your trades no longer show an edge after costs, so live execution was disarmed. It can be armed again in the trade settings.'

function kindLines({ mode, sums, month }: KindOfDay): string[] {
  const { total, bySymbol } = sums
  const monthSoFar = month.at(-1)
  return [
    `${MODE_LABELS[mode]}: ${counted(total.trades, 'trade')}, ${total.wins} won`,
    [
      `Gross ${formatSignedRupees(total.gross)}`,
      `charges ${formatRupees(total.charges.total)}`,
      ...(total.rounding === 0 ? [] : [`${ROUNDING_LABELS.toLowerCase()} ${formatSignedRupees(total.rounding)}`]),
      `net ${formatSignedRupees(total.net)}`,
    ].join(', '),
    ...(bySymbol.length > 1 ? [bySymbol.map((own) => `${own.symbol} ${formatSignedRupees(own.net)}`).join(', ')] : []),
    ...(monthSoFar === undefined ? [] : [`Month so far, net: ${formatSignedRupees(monthSoFar.running)}`]),
  ]
}

function refusalLine({ refusals }: DailyReport): string {
  const all = refusals.reduce((sum, { count }) => sum + count, 0)
  const named = refusals.slice(0, MAX_REASONS).map(({ count, text }) => `${count}× ${text}`)
  const more = refusals.length - named.length
  return [
    `Refused: ${counted(all, 'entry', 'entries')}.`,
    ...named,
    ...(more > 0 ? [`and ${counted(more, 'more reason')}.`] : []),
  ].join(' ')
}
