import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The app's own font, cut down to what a report writes: the fonts every reader has hold no rupee sign. */
const FONTS = join(import.meta.dirname, 'fonts')
const REGULAR = 'sheet'
const BOLD = 'sheet-bold'

/** Points around what is printed, on every side. */
export const SHEET_MARGIN = 48

const MARGIN = SHEET_MARGIN
/** Figures of one width, so that they stand under each other. */
const TABULAR: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum']
const LINE = 16
const SIZE = 9
const CURVE_HEIGHT = 96
/** Points a curve takes with its labels. */
export const CURVE_ROOM = CURVE_HEIGHT + 2 * LINE
/** Rows that are set before others get a turn: setting one takes a millisecond or two. */
const ROWS_A_TURN = 10

/** The brand's blue and the greys of the app's light theme. */
const INK = { brand: '#3342c9', text: '#171a24', quiet: '#5c6270', line: '#dfe2ea', head: '#eef0f7' } as const

/** A column: its title, its width in points, and whether it holds figures. */
export interface Column {
  readonly title: string
  readonly width: number
  readonly figures?: true
}

/** Writes down a page, and on to the next one. */
export class Sheet {
  readonly #document: PDFKit.PDFDocument

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document
    document.registerFont(REGULAR, join(FONTS, 'geist-regular.ttf')).registerFont(BOLD, join(FONTS, 'geist-bold.ttf'))
  }

  /** The head of the first page: the mark, the name, and what this is. */
  title(text: string): void {
    const document = this.#document
    const { y } = document
    document.save().translate(MARGIN, y).scale(1.1)
    document.lineWidth(2.6).lineCap('round').lineJoin('round').strokeColor(INK.brand)
    // The app's mark, on its own 24 units.
    document.path('M20.2 4.8h-8.6L5 11.4M3.8 19.2h8.6l6.6-6.6').stroke()
    document.circle(12, 12, 2).fill(INK.brand)
    document.restore()
    document
      .font(BOLD)
      .fontSize(14)
      .fillColor(INK.text)
      .text('Strikewise', MARGIN + 32, y + 7)
    document
      .font(BOLD)
      .fontSize(18)
      .text(text, MARGIN, y + 42)
      .moveDown(0.3)
  }

  text(text: string): void {
    this.#document.font(REGULAR).fontSize(SIZE).fillColor(INK.quiet).text(text, MARGIN).moveDown(0.2)
  }

  /** `below`: the points that must follow on the same page. */
  heading(text: string, below = 3 * LINE): void {
    this.#room(2 * LINE + below)
    this.#document.moveDown(1.2).font(BOLD).fontSize(12).fillColor(INK.text).text(text, MARGIN).moveDown(0.4)
  }

  async table(columns: readonly Column[], rows: readonly (readonly string[])[]): Promise<void> {
    if (columns.some(({ title }) => title !== ''))
      this.#row(
        columns,
        columns.map(({ title }) => title),
        'head',
      )
    for (const [i, row] of rows.entries()) {
      if (i % ROWS_A_TURN === 0) await nextTurn()
      this.#row(columns, row, 'body')
    }
    this.#document.y += LINE / 3
  }

  /** `values` as a line over the width of the page, with zero dashed; at least two. */
  curve(
    values: readonly number[],
    labels: { readonly from: string; readonly to: string; readonly extremes: string },
  ): void {
    this.#room(CURVE_ROOM)
    const document = this.#document
    const top = document.y
    const width = document.page.width - 2 * MARGIN
    const [low, high] = [Math.min(...values), Math.max(...values)]
    const yOf = (value: number) => top + CURVE_HEIGHT - ((value - low) / (high - low || 1)) * CURVE_HEIGHT
    const xOf = (i: number) => MARGIN + (i / (values.length - 1)) * width
    document.lineWidth(0.7).strokeColor(INK.quiet).dash(3, { space: 3 })
    document
      .moveTo(MARGIN, yOf(0))
      .lineTo(MARGIN + width, yOf(0))
      .stroke()
      .undash()
    document.lineWidth(1.4).strokeColor(INK.brand)
    for (const [i, value] of values.entries())
      if (i === 0) document.moveTo(xOf(i), yOf(value))
      else document.lineTo(xOf(i), yOf(value))
    document.stroke()
    const under = top + CURVE_HEIGHT + 6
    document.font(REGULAR).fontSize(SIZE).fillColor(INK.quiet)
    for (const [text, align] of [
      [labels.from, 'left'],
      [labels.extremes, 'center'],
      [labels.to, 'right'],
    ] as const)
      document.text(text, MARGIN, under, { width, align, lineBreak: false })
    document.x = MARGIN
    document.y = under + LINE
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
        .font(REGULAR)
        .fontSize(8)
        .fillColor(INK.quiet)
        .text(`${i + 1} / ${count}`, MARGIN, page.height - 32, { align: 'right' })
    }
  }

  #row(columns: readonly Column[], cells: readonly string[], part: 'head' | 'body'): void {
    this.#room(LINE)
    const document = this.#document
    const { y } = document
    const width = columns.reduce((sum, column) => sum + column.width, 0)
    if (part === 'head') document.rect(MARGIN, y, width, LINE).fill(INK.head)
    document.lineWidth(0.5).strokeColor(INK.line)
    document
      .moveTo(MARGIN, y + LINE)
      .lineTo(MARGIN + width, y + LINE)
      .stroke()
    document
      .font(part === 'head' ? BOLD : REGULAR)
      .fontSize(SIZE)
      .fillColor(INK.text)
    let x = MARGIN
    for (const [i, column] of columns.entries()) {
      const align = column.figures === true ? 'right' : 'left'
      document.text(cells[i]!, x + 4, y + 4, {
        width: column.width - 8,
        height: LINE,
        align,
        ellipsis: true,
        lineBreak: false,
        ...(column.figures === true ? { features: TABULAR } : {}),
      })
      x += column.width
    }
    document.x = MARGIN
    document.y = y + LINE
  }

  #room(points: number): void {
    const { page, y } = this.#document
    if (y + points > page.height - MARGIN) this.#document.addPage()
  }
}
