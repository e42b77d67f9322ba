import { buffer } from 'node:stream/consumers'
import { Semaphore } from '@strikewise/concurrency/semaphore.ts'
import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { dayText, figureText } from '@strikewise/messages/figures.ts'
import { LANGUAGE_TAGS } from '@strikewise/messages/language-tags.ts'
import type { ColumnName } from '@strikewise/messages/families/report.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import type { ColumnUnit } from '@strikewise/wire/report-trade.ts'
import PDFDocument from 'pdfkit'
import type { UserReport } from './user-report.ts'
import { CURVE_SPACE, Sheet, SHEET_MARGIN, type Column } from './pdf-sheet.ts'
import { tradeRow } from './report-trades.ts'
import { partExitSentences } from './part-exits.ts'
import { averageFillRow } from '../trades/entry-fill-row.ts'
import { amountText, resultText, sumRows } from './sum-rows.ts'
import { cellColumns } from './trade-cells.ts'

/** Trades a document lists; the rest is for the CSV. */
const MAX_TRADES = 1_000

/** Points of a trade column by its unit: the largest amounts in full, for a figure is never cut. */
export const TRADE_COLUMN_POINTS: Readonly<Record<ColumnUnit, number>> = {
  text: 60,
  day: 70,
  instant: 98,
  time: 40,
  contract: 130,
  exit_reason: 95,
  count: 36,
  amount: 83,
  result: 100,
  difference: 100,
  net: 100,
  multiple: 40,
  duration: 62,
}

const limit = new Semaphore(1, { maxWaiting: 16 })

/**
 * A report to print, in `language`: totals, charges by kind, the cumulative result as a line, days, symbols, trades, missed
 * entries. One document is made at a time; rejects with OverloadedError when too many wait.
 */
export function reportPdf(report: UserReport, language: Language): Promise<Buffer> {
  return limit.run(() => printed({ report, renderer: rendererOf(language) }))
}

/** What every part of the document is made of. */
interface Source {
  readonly report: UserReport
  readonly renderer: Renderer
}

async function printed(source: Source): Promise<Buffer> {
  const { report, renderer } = source
  const { text, language } = renderer
  const { from, to, mode, asOf } = report
  const document = new PDFDocument({
    size: 'A4',
    // Wide enough for the largest amounts in full: a figure is never cut.
    layout: 'landscape',
    margin: SHEET_MARGIN,
    bufferPages: true,
    info: { Title: text({ code: 'report.pdf.file_title', from, to }), Creator: 'Strikewise' },
    lang: LANGUAGE_TAGS[language],
    displayTitle: true,
  })
  const written = buffer(document)
  const page = new Sheet(document)
  page.title(text({ code: 'report.pdf.title' }))
  page.text(text({ code: 'report.pdf.period', from, to, account: mode }))
  page.text(text({ code: 'report.pdf.made', at: asOf }))
  await totals(page, source)
  curve(page, source)
  await perDay(page, source)
  await perSymbol(page, source)
  await trades(page, source)
  await refusals(page, source)
  page.number((number, of) => text({ code: 'report.pdf.page', page: number, of }))
  document.end()
  return written
}

function figuresColumn({ text }: Renderer, code: ColumnName['code'], width: number): Column {
  return { title: text({ code }), width, figures: true }
}

function resultColumns(renderer: Renderer): Column[] {
  return (['column.gross', 'column.charges', 'column.net'] as const).map((code) => figuresColumn(renderer, code, 130))
}

async function totals(page: Sheet, { report: { sums, trades, unsettled }, renderer }: Source): Promise<void> {
  const { text } = renderer
  const { total, drawdown } = sums
  page.heading(text({ code: 'report.heading.result' }))
  await page.table(
    [
      { title: '', width: 260 },
      { title: '', width: 120, figures: true },
    ],
    [
      [
        text({ code: 'column.closed_trades' }),
        text({ code: 'report.pdf.won', trades: total.trades, wins: total.wins }),
      ],
      ...sumRows(total, renderer),
      [text({ code: 'column.max_drawdown' }), amountText(drawdown.most as Paise, renderer)],
      ...entryFillRows(trades, renderer),
    ],
  )
  if (unsettled > 0) page.text(text({ code: 'report.unsettled', trades: unsettled }))
}

/** How the entries of signals were filled on average, in rupees and R; none where there is none. */
function entryFillRows(trades: UserReport['trades'], renderer: Renderer): string[][] {
  const fill = averageFillRow(trades)
  if (fill === null) return []
  const { text, language } = renderer
  const multiple = fill.average_r === null ? '' : ` (${figureText('score', fill.average_r, language)} R)`
  const amount = resultText(paiseFromRupees(fill.average), renderer)
  return [[text({ code: 'column.average_entry_fill' }), `${amount}${multiple}`]]
}

/** A line needs two days at least; one shows no more than its row. */
function curve(page: Sheet, { report: { sums }, renderer: { text, language } }: Source): void {
  const { byDay } = sums
  if (byDay.length < 2) return
  page.heading(text({ code: 'report.heading.running' }), CURVE_SPACE)
  const values = [0, ...byDay.map((own) => own.running)]
  const [highest, lowest] = [Math.max(...values) as Paise, Math.min(...values) as Paise]
  page.curve(values, {
    from: dayText(byDay[0]!.day, language),
    to: dayText(byDay.at(-1)!.day, language),
    extremes: text({ code: 'report.pdf.extremes', highest, lowest }),
  })
}

async function perDay(page: Sheet, { report: { sums }, renderer }: Source): Promise<void> {
  if (sums.byDay.length === 0) return
  const { text, language } = renderer
  page.heading(text({ code: 'report.heading.by_day' }))
  await page.table(
    [
      { title: text({ code: 'column.day' }), width: 120 },
      figuresColumn(renderer, 'column.trades', 60),
      ...resultColumns(renderer),
      figuresColumn(renderer, 'column.running', 130),
    ],
    sums.byDay.map((own) => [
      dayText(own.day, language),
      String(own.trades),
      resultText(own.gross, renderer),
      amountText(own.charges.total, renderer),
      resultText(own.net, renderer),
      resultText(own.running, renderer),
    ]),
  )
}

async function perSymbol(page: Sheet, { report: { sums }, renderer }: Source): Promise<void> {
  if (sums.bySymbol.length === 0) return
  const { text } = renderer
  page.heading(text({ code: 'report.heading.by_symbol' }))
  await page.table(
    [
      { title: text({ code: 'column.symbol' }), width: 120 },
      figuresColumn(renderer, 'column.trades', 60),
      ...resultColumns(renderer),
    ],
    sums.bySymbol.map((own) => [
      own.symbol,
      String(own.trades),
      resultText(own.gross, renderer),
      amountText(own.charges.total, renderer),
      resultText(own.net, renderer),
    ]),
  )
}

async function trades(page: Sheet, { report, renderer }: Source): Promise<void> {
  if (report.trades.length === 0) return
  const { text } = renderer
  page.heading(text({ code: 'report.heading.trades' }))
  const rows = report.trades.slice(-MAX_TRADES).map(tradeRow)
  if (rows.length < report.trades.length)
    page.text(text({ code: 'report.pdf.last_trades', listed: rows.length, all: report.trades.length }))
  for (const sentence of partExitSentences(report.trades.slice(-MAX_TRADES), renderer)) page.text(sentence)
  const columns = cellColumns('pdf', renderer)
  await page.table(
    columns.map(({ title, unit, figures }) => ({ title, width: TRADE_COLUMN_POINTS[unit], figures })),
    rows.map((trade) => columns.map(({ cell }) => cell(trade))),
  )
}

async function refusals(page: Sheet, { report, renderer }: Source): Promise<void> {
  if (report.refusals.length === 0) return
  const { text } = renderer
  page.heading(text({ code: 'report.heading.missed' }))
  await page.table(
    [figuresColumn(renderer, 'column.times', 60), { title: text({ code: 'column.reason' }), width: 675 }],
    report.refusals.map((refusal) => [String(refusal.count), refusal.text]),
  )
}
