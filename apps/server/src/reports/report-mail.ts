import { formatRupees, formatSignedRupees } from '@strikewise/domain/money/format.ts'
import { istText } from '@strikewise/domain/time/ist.ts'
import type { DailyReport, KindOfDay } from './daily-report.ts'
import { LIVE_DISARMED_TEXT } from './report-text.ts'
import { CHARGE_LABELS, counted, dayText, EXIT_REASON_LABELS, MODE_LABELS, ROUNDING_LABELS } from './report-labels.ts'

/** A part of the mail: a heading, sentences, and a table whose columns from `figures` on hold figures. */
interface Section {
  readonly heading: string
  readonly sentences?: readonly string[]
  readonly table?: {
    readonly names: readonly string[]
    readonly figures: number
    readonly rows: readonly (readonly string[])[]
  }
}

const SWITCH = 'These mails can be switched off in the app, under Telegram Integration.'

/** A user's day as the body of a mail, in plain text and in HTML that says the same. `url`: where it is shown in full. */
export function reportMail(report: DailyReport, url: string): { readonly text: string; readonly html: string } {
  const sections = sectionsOf(report)
  const closing = `In full, with CSV and PDF: ${url}\n${SWITCH}`
  return {
    text: [`Your day, ${dayText(report.on)}`, ...sections.map(sectionText), closing].join('\n\n'),
    html: page(`Your day, ${dayText(report.on)}`, sections, url),
  }
}

function sectionsOf(report: DailyReport): Section[] {
  const sections = report.kinds.flatMap(kindSections)
  if (report.kinds.length === 0) sections.push({ heading: 'Trades', sentences: ['No trade was closed.'] })
  if (report.unsettled > 0)
    sections.push({
      heading: 'Not settled',
      sentences: [`${counted(report.unsettled, 'trade')} in no sum: the broker's books have not told how it ended.`],
    })
  if (report.refusals.length > 0)
    sections.push({
      heading: 'Entries that were refused',
      table: {
        names: ['Reason', 'What to do', 'Times'],
        figures: 2,
        rows: report.refusals.map(({ text, remedy, count }) => [text, remedy?.text ?? '', String(count)]),
      },
    })
  if (report.disarmed) sections.push({ heading: 'Live execution', sentences: [LIVE_DISARMED_TEXT] })
  return sections
}

function kindSections({ mode, sums, trades, month }: KindOfDay): Section[] {
  const { total } = sums
  const kinds = Object.entries(CHARGE_LABELS) as [keyof typeof CHARGE_LABELS, string][]
  return [
    {
      heading: MODE_LABELS[mode],
      sentences: [`${counted(total.trades, 'trade')}, ${total.wins} won.`],
      table: {
        names: ['', 'Rupees'],
        figures: 1,
        rows: [
          ['Gross', formatSignedRupees(total.gross)],
          ...kinds.map(([kind, words]) => [words, formatRupees(total.charges[kind])]),
          ['Charges', formatRupees(total.charges.total)],
          [ROUNDING_LABELS, formatSignedRupees(total.rounding)],
          ['Net', formatSignedRupees(total.net)],
        ],
      },
    },
    {
      heading: 'Trades',
      table: {
        names: ['Entry', 'Contract', 'Left by', 'Qty', 'Gross', 'Charges', 'Net'],
        figures: 3,
        rows: trades.map((trade) => [
          istText(trade.enteredAt).slice(11, 16),
          trade.tradingsymbol,
          EXIT_REASON_LABELS[trade.exitReason],
          String(trade.quantity),
          formatSignedRupees(trade.gross),
          formatRupees(trade.charges.total),
          formatSignedRupees(trade.net),
        ]),
      },
    },
    {
      heading: 'By symbol',
      table: {
        names: ['Symbol', 'Trades', 'Net'],
        figures: 1,
        rows: sums.bySymbol.map((own) => [own.symbol, String(own.trades), formatSignedRupees(own.net)]),
      },
    },
    {
      heading: 'The month so far',
      table: {
        names: ['Day', 'Net', 'Running'],
        figures: 1,
        rows: month.map(({ day, net, running }) => [
          dayText(day),
          formatSignedRupees(net),
          formatSignedRupees(running),
        ]),
      },
    },
  ]
}

function sectionText({ heading, sentences = [], table }: Section): string {
  const rows =
    table === undefined ? [] : table.rows.map((cells) => `  ${cells.filter((cell) => cell !== '').join(' · ')}`)
  const names = table?.names.filter((name) => name !== '').join(' · ')
  return [heading.toUpperCase(), ...sentences, ...(names === undefined ? [] : [`  (${names})`]), ...rows].join('\n')
}

const CELL = 'padding:4px 10px 4px 0;border-bottom:1px solid #dddddd'

function page(title: string, sections: readonly Section[], url: string): string {
  const link = escaped(url)
  return [
    '<!doctype html><html lang="en"><body style="font-family:sans-serif;font-size:14px;color:#1a1a1a;background:#ffffff">',
    `<h1 style="font-size:20px">${escaped(title)}</h1>`,
    ...sections.map(sectionHtml),
    `<p><a href="${link}">In full, with CSV and PDF</a>. ${SWITCH}</p>`,
    '</body></html>',
  ].join('\n')
}

function sectionHtml({ heading, sentences = [], table }: Section): string {
  const cell = (tag: 'td' | 'th', text: string, i: number, figures: number) => {
    const scope = tag === 'th' ? ' scope="col"' : ''
    return `<${tag}${scope} style="${CELL};text-align:${i >= figures ? 'right' : 'left'}">${escaped(text)}</${tag}>`
  }
  const rowOf = (tag: 'td' | 'th', cells: readonly string[], figures: number) =>
    `<tr>${cells.map((text, i) => cell(tag, text, i, figures)).join('')}</tr>`
  return [
    `<h2 style="font-size:16px">${escaped(heading)}</h2>`,
    ...sentences.map((sentence) => `<p>${escaped(sentence)}</p>`),
    ...(table === undefined
      ? []
      : [
          '<table style="border-collapse:collapse">',
          rowOf('th', table.names, table.figures),
          ...table.rows.map((row) => rowOf('td', row, table.figures)),
          '</table>',
        ]),
  ].join('\n')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
