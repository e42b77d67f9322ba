import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { istText } from '@strikewise/domain/time/ist.ts'
import PDFDocument from 'pdfkit'
import { WorkLimit } from '../work-limit.ts'
import type { OwnReport } from './own-report.ts'
import { CHARGE_WORDS, counted, dayWords, EXIT_WORDS, KIND_WORDS, plainRupees } from './report-words.ts'

const MARGIN = 48
const LINE = 15
const SIZE = 9
/** Rows that are set before others get a turn: setting one takes a millisecond or two. */
const ROWS_A_TURN = 10
/** Trades a document lists; the rest is for the CSV. */
const MOST_TRADES = 1_000

const limit = new WorkLimit(1, 16)

/** A column: its title, its width in points, and whether it holds figures. */
interface Column {
  readonly title: string
  readonly width: number
  readonly figures?: true
}

const RESULT_COLUMNS = [
  { title: 'Gross', width: 130, figures: true },
  { title: 'Charges', width: 130, figures: true },
  { title: 'Net', width: 130, figures: true },
] as const satisfies readonly Column[]

/**
 * A report to print: totals, charges by kind, days, symbols, trades, refused entries. Set in a font every reader has, which
 * holds no rupee sign: amounts say "Rs". One document is made at a time; rejects with TooBusy when too many wait.
 */
export function reportPdf(report: OwnReport): Promise<Buffer> {
  return limit.run(() => printed(report))
}

async function printed(report: OwnReport): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    // Wide enough for the largest amounts in full: a figure is never cut.
    layout: 'landscape',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: `Strikewise report ${report.from} to ${report.to}`, Creator: 'Strikewise' },
    lang: 'en-IN',
    displayTitle: true,
  })
  const written = buffer(document)
  const page = new Sheet(document)
  page.title('Profit and loss')
  page.text(`${dayWords(report.from)} to ${dayWords(report.to)} · ${KIND_WORDS[report.mode]}`)
  page.text(`Put together ${istText(report.asOf)} IST, from the broker's own fills. Private to you.`)
  await totals(page, report)
  await perDay(page, report)
  await perSymbol(page, report)
  await trades(page, report)
  await refusals(page, report)
  page.number()
  document.end()
  return written
}

async function totals(page: Sheet, { sums, unsettled }: OwnReport): Promise<void> {
  const { total, drawdown } = sums
  page.heading('Result')
  await page.table(
    [
      { title: '', width: 260 },
      { title: '', width: 120, figures: true },
    ],
    [
      ['Closed trades', `${total.trades}, of which ${total.wins} won`],
      ['Gross', plainRupees(total.gross)],
      ...Object.entries(CHARGE_WORDS).map(([kind, words]) => [
        words,
        plainRupees(total.charges[kind as keyof typeof CHARGE_WORDS]),
      ]),
      ['Charges', plainRupees(total.charges.total)],
      ['Net', plainRupees(total.net)],
      ['Deepest fall of the running result', plainRupees(drawdown.most as typeof total.net)],
    ],
  )
  if (unsettled > 0)
    page.text(`In no sum: ${counted(unsettled, 'trade')} still open or not told by the broker's books.`)
}

async function perDay(page: Sheet, { sums }: OwnReport): Promise<void> {
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
      dayWords(own.day),
      String(own.trades),
      plainRupees(own.gross),
      plainRupees(own.charges.total),
      plainRupees(own.net),
      plainRupees(own.running),
    ]),
  )
}

async function perSymbol(page: Sheet, { sums }: OwnReport): Promise<void> {
  if (sums.bySymbol.length === 0) return
  page.heading('By symbol')
  await page.table(
    [{ title: 'Symbol', width: 120 }, { title: 'Trades', width: 60, figures: true }, ...RESULT_COLUMNS],
    sums.bySymbol.map((own) => [
      own.symbol,
      String(own.trades),
      plainRupees(own.gross),
      plainRupees(own.charges.total),
      plainRupees(own.net),
    ]),
  )
}

async function trades(page: Sheet, report: OwnReport): Promise<void> {
  if (report.trades.length === 0) return
  page.heading('Trades')
  const listed = report.trades.slice(-MOST_TRADES)
  if (listed.length < report.trades.length)
    page.text(`The last ${MOST_TRADES} of ${report.trades.length}; all of them are in the CSV.`)
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
      EXIT_WORDS[trade.exitReason],
      String(trade.quantity),
      plainRupees(trade.gross),
      plainRupees(trade.charges.total),
      plainRupees(trade.net),
    ]),
  )
}

async function refusals(page: Sheet, report: OwnReport): Promise<void> {
  if (report.refusals.length === 0) return
  page.heading('Entries that were refused')
  await page.table(
    [
      { title: 'Times', width: 45, figures: true },
      { title: 'Reason', width: 690 },
    ],
    report.refusals.map(({ count, text }) => [String(count), text.replaceAll('₹', 'Rs ').replaceAll('’', "'")]),
  )
}

/** Writes down a page, and on to the next one. */
class Sheet {
  readonly #document: PDFKit.PDFDocument

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document
  }

  title(text: string): void {
    this.#document.font('Helvetica-Bold').fontSize(18).text(text).moveDown(0.3)
  }

  text(text: string): void {
    this.#document.font('Helvetica').fontSize(SIZE).text(text, MARGIN).moveDown(0.2)
  }

  heading(text: string): void {
    this.#room(4 * LINE)
    this.#document.moveDown(1).font('Helvetica-Bold').fontSize(12).text(text, MARGIN).moveDown(0.3)
  }

  async table(columns: readonly Column[], rows: readonly (readonly string[])[]): Promise<void> {
    if (columns.some(({ title }) => title !== ''))
      this.#row(
        columns,
        columns.map(({ title }) => title),
        'Helvetica-Bold',
      )
    for (const [i, row] of rows.entries()) {
      if (i % ROWS_A_TURN === 0) await nextTurn()
      this.#row(columns, row, 'Helvetica')
    }
  }

  /** Numbers the pages, when all are written. */
  number(): void {
    const { start, count } = this.#document.bufferedPageRange()
    for (let i = 0; i < count; i += 1) {
      this.#document.switchToPage(start + i)
      const { page } = this.#document
      // Under the margin the library would begin a page of its own.
      page.margins.bottom = 0
      this.#document
        .font('Helvetica')
        .fontSize(8)
        .text(`${i + 1} / ${count}`, MARGIN, page.height - 32, { align: 'right' })
    }
  }

  #row(columns: readonly Column[], cells: readonly string[], font: string): void {
    this.#room(LINE)
    const { y } = this.#document
    this.#document.font(font).fontSize(SIZE)
    let x = MARGIN
    for (const [i, { width, figures }] of columns.entries()) {
      const align = figures === true ? 'right' : 'left'
      this.#document.text(cells[i]!, x, y, { width: width - 6, height: LINE, align, ellipsis: true, lineBreak: false })
      x += width
    }
    this.#document.x = MARGIN
    this.#document.y = y + LINE
  }

  #room(points: number): void {
    const { page, y } = this.#document
    if (y + points > page.height - MARGIN) this.#document.addPage()
  }
}
