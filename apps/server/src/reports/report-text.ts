import { formatRupees, formatSignedRupees } from '@strikewise/domain/money/format.ts'
import type { DailyReport, KindOfDay } from './daily-report.ts'
import { counted, dayWords, KIND_WORDS, ROUNDING_WORDS } from './report-words.ts'

/** Reasons a short text names; the rest is counted. */
const MOST_REASONS = 3

/** A user's day in a few lines of plain text: for a chat, and for the list of notices. Paper and live stand apart. */
export function reportText(report: DailyReport): string {
  const lines = [`Your day, ${dayWords(report.on)}`, ...report.kinds.flatMap(kindLines)]
  if (report.kinds.length === 0) lines.push('No trade was closed.')
  if (report.unsettled > 0)
    lines.push(`${counted(report.unsettled, 'trade')} not settled with the broker yet: in no sum.`)
  if (report.refusals.length > 0) lines.push(refusalLine(report))
  if (report.disarmed) lines.push(DISARMED)
  return lines.join('\n')
}

/** Said when live execution was disarmed after the close. */
export const DISARMED =
  'Your trades no longer show an edge after costs, so live execution was disarmed. It can be armed again in the trade settings.'

function kindLines({ mode, sums, month }: KindOfDay): string[] {
  const { total, bySymbol } = sums
  const monthSoFar = month.at(-1)
  return [
    `${KIND_WORDS[mode]}: ${counted(total.trades, 'trade')}, ${total.wins} won`,
    [
      `Gross ${formatSignedRupees(total.gross)}`,
      `charges ${formatRupees(total.charges.total)}`,
      ...(total.rounding === 0 ? [] : [`${ROUNDING_WORDS.toLowerCase()} ${formatSignedRupees(total.rounding)}`]),
      `net ${formatSignedRupees(total.net)}`,
    ].join(', '),
    ...(bySymbol.length > 1 ? [bySymbol.map((own) => `${own.symbol} ${formatSignedRupees(own.net)}`).join(', ')] : []),
    ...(monthSoFar === undefined ? [] : [`Month so far, net: ${formatSignedRupees(monthSoFar.running)}`]),
  ]
}

function refusalLine({ refusals }: DailyReport): string {
  const all = refusals.reduce((sum, { count }) => sum + count, 0)
  const named = refusals.slice(0, MOST_REASONS).map(({ count, text }) => `${count}× ${text}`)
  const more = refusals.length - named.length
  return [
    `Refused: ${counted(all, 'entry', 'entries')}.`,
    ...named,
    ...(more > 0 ? [`and ${counted(more, 'more reason')}.`] : []),
  ].join(' ')
}
