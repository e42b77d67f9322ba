import { buffer } from 'node:stream/consumers'
import { formatRupees, formatSignedRupees } from '@strikewise/domain/money/format.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istText } from '@strikewise/domain/time/ist.ts'
import PDFDocument from 'pdfkit'
import { Semaphore } from '../semaphore.ts'
import type { UserReport } from './user-report.ts'
import { CURVE_ROOM, Sheet, SHEET_MARGIN, type Column } from './pdf-sheet.ts'
import { CHARGE_LABELS, counted, dayText, EXIT_REASON_LABELS, MODE_LABELS, ROUNDING_LABELS } from './report-labels.ts'

/** Trades a document lists; the rest is for the CSV. */
const MAX_TRADES = 1_000

const limit = new Semaphore(1, 16)

const RESULT_COLUMNS = [
  { title: 'Gross', width: 130, figures: true },
  { title: 'Charges', width: 130, figures: true },
  { title: 'Net', width: 130, figures: true },
] as const satisfies readonly Column[]

/**
 * A report to print: totals, charges by kind, the running result as a line, days, symbols, trades, refused entries. One document is made at a time; rejects with TooBusy when too many wait.
 */
export function reportPdf(report: UserReport): Promise<Buffer> {
  return limit.run(() => printed(report))
}

async function printed(report: UserReport): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    // Wide enough for the largest amounts in full: a figure is never cut.
    layout: 'landscape',
    margin: SHEET_MARGIN,
    bufferPages: true,
    info: { Title: `Strikewise report ${report.from} to ${report.to}`, Creator: 'Strikewise' },
    lang: 'en-IN',
    displayTitle: true,
  })
  const written = buffer(document)
  const page = new Sheet(document)
  page.title('Profit and loss')
  page.text(`${dayText(report.from)} to ${dayText(report.to)} · ${MODE_LABELS[report.mode]}`)
  page.text(`Put together ${istText(report.asOf)} IST, from the broker's own fills. Private to you.`)
  await totals(page, report)
  curve(page, report)
  await perDay(page, report)
  await perSymbol(page, report)
  await trades(page, report)
  await refusals(page, report)
  page.number()
  document.end()
  return written
}

async function totals(page: Sheet, { sums, unsettled }: UserReport): Promise<void> {
  const { total, drawdown } = sums
  page.heading('Result')
  await page.table(
    [
      { title: '', width: 260 },
      { title: '', width: 120, figures: true },
    ],
    [
      ['Closed trades', `${total.trades}, of which ${total.wins} won`],
      ['Gross', formatSignedRupees(total.gross)],
      ...Object.entries(CHARGE_LABELS).map(([kind, words]) => [
        words,
        formatRupees(total.charges[kind as keyof typeof CHARGE_LABELS]),
      ]),
      ['Charges', formatRupees(total.charges.total)],
      [ROUNDING_LABELS, formatSignedRupees(total.rounding)],
      ['Net', formatSignedRupees(total.net)],
      ['Deepest fall of the running result', formatRupees(drawdown.most as Paise)],
    ],
  )
  if (unsettled > 0)
    page.text(`In no sum: ${counted(unsettled, 'trade')} still open or not told by the broker's books.`)
}

/** A line needs two days at least; one says no more than its row. */
function curve(page: Sheet, { sums }: UserReport): void {
  const { byDay } = sums
  if (byDay.length < 2) return
  page.heading('Running net result', CURVE_ROOM)
  const values = [0, ...byDay.map((own) => own.running)]
  page.curve(values, {
    from: dayText(byDay[0]!.day),
    to: dayText(byDay.at(-1)!.day),
    extremes: `Highest ${formatSignedRupees(Math.max(...values) as Paise)}, lowest ${formatSignedRupees(Math.min(...values) as Paise)}`,
  })
}

async function perDay(page: Sheet, { sums }: UserReport): Promise<void> {
  if (sums.byDay.length === 0) return
  page.heading('By day')
  await page.table(
    [
      { title: 'Day', width: 120 },
      { title: 'Trades', width: 60, figures: true },
      ...RESULT_COLUMNS,
      { title: 'Running', width: 130, figures: true },
    ],
    sums.byDay.map((own) => [
      dayText(own.day),
      String(own.trades),
      formatSignedRupees(own.gross),
      formatRupees(own.charges.total),
      formatSignedRupees(own.net),
      formatSignedRupees(own.running),
    ]),
  )
}

async function perSymbol(page: Sheet, { sums }: UserReport): Promise<void> {
  if (sums.bySymbol.length === 0) return
  page.heading('By symbol')
  await page.table(
    [{ title: 'Symbol', width: 120 }, { title: 'Trades', width: 60, figures: true }, ...RESULT_COLUMNS],
    sums.bySymbol.map((own) => [
      own.symbol,
      String(own.trades),
      formatSignedRupees(own.gross),
      formatRupees(own.charges.total),
      formatSignedRupees(own.net),
    ]),
  )
}

async function trades(page: Sheet, report: UserReport): Promise<void> {
  if (report.trades.length === 0) return
  page.heading('Trades')
  const listed = report.trades.slice(-MAX_TRADES)
  if (listed.length < report.trades.length)
    page.text(`The last ${MAX_TRADES} of ${report.trades.length}; all of them are in the CSV.`)
  await page.table(
    [
      { title: 'Entry', width: 95 },
      { title: 'Contract', width: 150 },
      { title: 'Left by', width: 140 },
      { title: 'Qty', width: 55, figures: true },
      { title: 'Gross', width: 105, figures: true },
      { title: 'Charges', width: 95, figures: true },
      { title: 'Net', width: 105, figures: true },
    ],
    listed.map((trade) => [
      istText(trade.enteredAt).slice(0, 16),
      trade.tradingsymbol,
      EXIT_REASON_LABELS[trade.exitReason],
      String(trade.quantity),
      formatSignedRupees(trade.gross),
      formatRupees(trade.charges.total),
      formatSignedRupees(trade.net),
    ]),
  )
}

async function refusals(page: Sheet, report: UserReport): Promise<void> {
  if (report.refusals.length === 0) return
  page.heading('Entries that were refused')
  await page.table(
    [
      { title: 'Times', width: 45, figures: true },
      { title: 'Reason', width: 690 },
    ],
    report.refusals.map(({ count, text }) => [String(count), text]),
  )
}
