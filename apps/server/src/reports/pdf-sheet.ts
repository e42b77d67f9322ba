import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fitted, runsOf, wrapped, type Run } from './pdf-runs.ts'

/** The app's own fonts, Geist cut down to what a report writes: the fonts every reader has hold no rupee sign. */
const FONTS = join(import.meta.dirname, 'fonts')
type Weight = 'regular' | 'bold'
const FILES: Readonly<Record<Run['script'], string>> = { latin: 'geist', devanagari: 'noto-sans-devanagari' }
const fontOf = (script: Run['script'], weight: Weight) => `${FILES[script]}-${weight}`

/** Points around what is printed, on every side. */
export const SHEET_MARGIN = 28

const MARGIN = SHEET_MARGIN
/** Figures of one width, so that they stand under each other. */
const TABULAR: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum']
const LINE = 16
const SIZE = 9
/** From the top of a line to its baseline, in font sizes: both fonts stand on one line. */
const ASCENT = 1
const CURVE_HEIGHT = 96
/** Points a curve takes with its labels. */
export const CURVE_SPACE = CURVE_HEIGHT + 2 * LINE
/** Rows that are set before others get a turn: setting one takes a millisecond or two. */
const ROWS_A_TURN = 10

/** The brand's blue and the greys of the app's light theme. */
const INK = { brand: '#3342c9', text: '#171a24', quiet: '#5c6270', line: '#dfe2ea', head: '#eef0f7' } as const

/** A column: its title, its width in points, and whether it holds figures. */
export interface Column {
  readonly title: string
  readonly width: number
  readonly figures?: boolean
}

interface LineStyle {
  readonly weight?: Weight
  readonly size?: number
  readonly color?: string
  readonly align?: 'left' | 'center' | 'right'
  readonly figures?: boolean
}

/** Emits a page and starts the next one. */
export class Sheet {
  readonly #document: PDFKit.PDFDocument

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document
    for (const script of ['latin', 'devanagari'] as const)
      for (const weight of ['regular', 'bold'] as const) {
        const name = fontOf(script, weight)
        document.registerFont(name, join(FONTS, `${name}.ttf`))
      }
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
    this.#line('Strikewise', MARGIN + 32, y + 7, this.#width, { weight: 'bold', size: 14 })
    this.#line(text, MARGIN, y + 42, this.#width, { weight: 'bold', size: 18 })
    document.y = y + 72
  }

  /** A paragraph in grey, in as many lines as it takes. */
  text(text: string): void {
    const style = { color: INK.quiet }
    for (const line of wrapped(text, (part) => this.#measured(part, style) <= this.#width)) {
      this.#ensureSpace(LINE)
      this.#line(line, MARGIN, this.#document.y, this.#width, style)
      this.#document.y += 1.4 * SIZE
    }
  }

  /** `below`: the points that must follow on the same page. */
  heading(text: string, below = 3 * LINE): void {
    this.#ensureSpace(2 * LINE + below)
    const { y } = this.#document
    this.#line(text, MARGIN, y + 14, this.#width, { weight: 'bold', size: 12 })
    this.#document.y = y + 36
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
    this.#ensureSpace(CURVE_SPACE)
    const document = this.#document
    const top = document.y
    const width = this.#width
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
    for (const [text, align] of [
      [labels.from, 'left'],
      [labels.extremes, 'center'],
      [labels.to, 'right'],
    ] as const)
      this.#line(text, MARGIN, under, width, { color: INK.quiet, align })
    document.x = MARGIN
    document.y = under + LINE
  }

  /** Numbers the pages, when all are written: `text` of a page and of how many there are. */
  number(text: (page: number, of: number) => string): void {
    const { start, count } = this.#document.bufferedPageRange()
    for (let i = 0; i < count; i += 1) {
      this.#document.switchToPage(start + i)
      const { page } = this.#document
      // Under the margin the library would begin a page of its own.
      page.margins.bottom = 0
      this.#line(text(i + 1, count), MARGIN, page.height - 32, this.#width, {
        size: 8,
        color: INK.quiet,
        align: 'right',
      })
    }
  }

  #row(columns: readonly Column[], cells: readonly string[], part: 'head' | 'body'): void {
    this.#ensureSpace(LINE)
    const document = this.#document
    const { y } = document
    const width = columns.reduce((sum, column) => sum + column.width, 0)
    if (part === 'head') document.rect(MARGIN, y, width, LINE).fill(INK.head)
    document.lineWidth(0.5).strokeColor(INK.line)
    document
      .moveTo(MARGIN, y + LINE)
      .lineTo(MARGIN + width, y + LINE)
      .stroke()
    let x = MARGIN
    for (const [i, { width: points, figures = false }] of columns.entries()) {
      this.#line(cells[i]!, x + 4, y + 4, points - 8, {
        weight: part === 'head' ? 'bold' : 'regular',
        align: figures ? 'right' : 'left',
        figures,
      })
      x += points
    }
    document.y = y + LINE
  }

  /** Writes one line whose letters begin below `y`, cut to `width` with an ellipsis. Moves nothing. */
  #line(text: string, x: number, y: number, width: number, style: LineStyle): void {
    const { weight = 'regular', size = SIZE, color = INK.text, align = 'left', figures = false } = style
    const shown = fitted(text, (part) => this.#measured(part, style) <= width)
    const spare = width - this.#measured(shown, style)
    let left = x + (align === 'left' ? 0 : align === 'right' ? spare : spare / 2)
    const document = this.#document
    const below = document.y
    for (const run of runsOf(shown)) {
      document.font(fontOf(run.script, weight)).fontSize(size).fillColor(color)
      document.text(run.text, left, y + ASCENT * size, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...(figures ? { features: TABULAR } : {}),
      })
      left += document.widthOfString(run.text, figures ? { features: TABULAR } : {})
    }
    document.x = MARGIN
    document.y = below
  }

  #measured(text: string, { weight = 'regular', size = SIZE, figures = false }: LineStyle): number {
    const document = this.#document
    let width = 0
    for (const run of runsOf(text)) {
      document.font(fontOf(run.script, weight)).fontSize(size)
      width += document.widthOfString(run.text, figures ? { features: TABULAR } : {})
    }
    return width
  }

  get #width(): number {
    return this.#document.page.width - 2 * MARGIN
  }

  #ensureSpace(points: number): void {
    const { page, y } = this.#document
    if (y + points > page.height - MARGIN) this.#document.addPage()
  }
}
