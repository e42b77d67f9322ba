import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import { dayText, figureText } from '@strikewise/messages/figures.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import { MAIL_STYLE, mailPage } from '../mail/mail-page.ts'
import type { DailyReport, KindOfDay } from '../store/tables/daily-report-body.ts'
import { partExitSentences } from './part-exits.ts'
import { headlineOf } from './report-summary.ts'
import { tradeRow } from './report-trades.ts'
import { resultText, sumRows } from './sum-rows.ts'
import { cellColumns } from './trade-cells.ts'

interface Column {
  readonly title: string
  readonly figures?: boolean
}

/** A part of the mail: a heading, sentences, and a table. */
interface Section {
  readonly heading: string
  readonly sentences?: readonly string[]
  readonly table?: { readonly columns: readonly Column[]; readonly rows: readonly (readonly string[])[] }
}

/**
 * A user's day as the body of a mail in `language`, in plain text and in HTML that shows the same. `url`: where it is shown in
 * full.
 */
export function reportMail(
  report: DailyReport,
  url: string,
  language: Language,
): { readonly text: string; readonly html: string } {
  const renderer = rendererOf(language)
  const { text } = renderer
  const { kinds, on } = report
  const headlines = kinds.length === 0 ? [{ code: 'report.headline.none', on } as const] : kinds.map(ofDay(on))
  const title = headlines.map(text)
  const sections = sectionsOf(report, renderer)
  const closing = `${text({ code: 'report.full', url })}\n${text({ code: 'report.switch_off' })}`
  return {
    text: [title.join('\n'), ...sections.map(sectionText), closing].join('\n\n'),
    html: page(title, sections, url, renderer),
  }
}

const ofDay = (on: DailyReport['on']) => (kind: KindOfDay) => headlineOf(kind, on)

function sectionsOf(report: DailyReport, renderer: Renderer): Section[] {
  const { text, language } = renderer
  const sections = report.kinds.flatMap((kind) => kindSections(kind, renderer))
  if (report.unsettled > 0)
    sections.push({
      heading: text({ code: 'report.heading.unsettled' }),
      sentences: [text({ code: 'report.unsettled', trades: report.unsettled })],
    })
  if (report.refusals.length > 0)
    sections.push({
      heading: text({ code: 'report.heading.missed' }),
      table: {
        columns: [
          { title: text({ code: 'column.reason' }) },
          { title: text({ code: 'column.what_to_do' }) },
          { title: text({ code: 'column.times' }), figures: true },
        ],
        rows: report.refusals.map((refusal) => [
          refusal.text,
          refusal.remedy?.text ?? '',
          figureText('decimal', refusal.count, language),
        ]),
      },
    })
  if (report.disarmed)
    sections.push({
      heading: text({ code: 'report.heading.live' }),
      sentences: [text({ code: 'report.disarmed' })],
    })
  return sections
}

function kindSections({ mode, sums, trades, month }: KindOfDay, renderer: Renderer): Section[] {
  const { text, label, language } = renderer
  const columns = cellColumns('mail', renderer)
  return [
    {
      heading: label('account_mode', mode),
      table: {
        columns: [{ title: '' }, { title: text({ code: 'column.rupees' }), figures: true }],
        rows: sumRows(sums.total, renderer),
      },
    },
    {
      heading: text({ code: 'report.heading.trades' }),
      sentences: partExitSentences(trades, renderer),
      table: { columns, rows: trades.map(tradeRow).map((trade) => columns.map(({ cell }) => cell(trade))) },
    },
    {
      heading: text({ code: 'report.heading.by_symbol' }),
      table: {
        columns: [
          { title: text({ code: 'column.symbol' }) },
          { title: text({ code: 'column.trades' }), figures: true },
          { title: text({ code: 'column.net' }), figures: true },
        ],
        rows: sums.bySymbol.map((own) => [own.symbol, String(own.trades), resultText(own.net, renderer)]),
      },
    },
    {
      heading: text({ code: 'report.heading.month' }),
      table: {
        columns: [
          { title: text({ code: 'column.day' }) },
          { title: text({ code: 'column.net' }), figures: true },
          { title: text({ code: 'column.running' }), figures: true },
        ],
        rows: month.map(({ day, net, running }) => [
          dayText(day, language),
          resultText(net, renderer),
          resultText(running, renderer),
        ]),
      },
    },
  ]
}

function sectionText({ heading, sentences = [], table }: Section): string {
  const rows =
    table === undefined ? [] : table.rows.map((cells) => `  ${cells.filter((cell) => cell !== '').join(' · ')}`)
  const titles = table?.columns.map(({ title }) => title).filter((title) => title !== '')
  return [
    heading.toUpperCase(),
    ...sentences,
    ...(titles === undefined ? [] : [`  (${titles.join(' · ')})`]),
    ...rows,
  ].join('\n')
}

function page(title: readonly string[], sections: readonly Section[], url: string, { text, language }: Renderer) {
  const link = `<a href="${escapeHtml(url)}" ${MAIL_STYLE.link}>${escapeHtml(text({ code: 'report.full_link' }))}</a>`
  return mailPage({
    language,
    title: title[0]!,
    content: [
      `<h1 ${MAIL_STYLE.heading}>${title.map(escapeHtml).join('<br>')}</h1>`,
      ...sections.map(sectionHtml),
      `<p ${MAIL_STYLE.quiet}>${link} ${escapeHtml(text({ code: 'report.switch_off' }))}</p>`,
    ].join('\n'),
  })
}

function sectionHtml({ heading, sentences = [], table }: Section): string {
  const row = (tag: 'td' | 'th', cells: readonly string[], columns: readonly Column[]) => {
    const scope = tag === 'th' ? ' scope="col"' : ''
    const cell = (text: string, { figures = false }: Column) =>
      `<${tag}${scope} ${MAIL_STYLE.cell(figures ? 'right' : 'left')}>${escapeHtml(text)}</${tag}>`
    return `<tr>${columns.map((column, i) => cell(cells[i] ?? '', column)).join('')}</tr>`
  }
  return [
    `<h2 ${MAIL_STYLE.subheading}>${escapeHtml(heading)}</h2>`,
    ...sentences.map((sentence) => `<p ${MAIL_STYLE.text}>${escapeHtml(sentence)}</p>`),
    ...(table === undefined
      ? []
      : [
          '<table width="100%" style="border-collapse:collapse">',
          row(
            'th',
            table.columns.map(({ title }) => title),
            table.columns,
          ),
          ...table.rows.map((cells) => row('td', cells, table.columns)),
          '</table>',
        ]),
  ].join('\n')
}
