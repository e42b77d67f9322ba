import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'

/** Columns of the quote table of one number an instrument, in the order of a recorded row; `receivedAt` is the frame's. */
const SINGLE = [
  'lastPrice',
  'lastQuantity',
  'averagePrice',
  'volume',
  'buyQuantity',
  'sellQuantity',
  'open',
  'high',
  'low',
  'close',
  'lastTradeAt',
  'openInterest',
  'openInterestHigh',
  'openInterestLow',
  'exchangeAt',
] as const satisfies readonly (keyof QuoteTable)[]

/** Columns of five levels an instrument. */
const DEPTH = ['bidPrice', 'bidQuantity', 'askPrice', 'askQuantity'] as const satisfies readonly (keyof QuoteTable)[]

/** Numbers of one recorded row: everything the table knows of an instrument but its time of arrival. */
export const ROW_COLUMNS = SINGLE.length + DEPTH.length * DEPTH_LEVELS

/** The recorded columns of a quote table, looked up once: copying a quote is on the path of every tick. */
export class QuoteColumns {
  readonly #single: readonly (Int32Array | Float64Array)[]
  readonly #depth: readonly (Int32Array | Float64Array)[]

  constructor(table: QuoteTable) {
    this.#single = SINGLE.map((name) => table[name])
    this.#depth = DEPTH.map((name) => table[name])
  }

  /** Copies the quote in `slot` to `row[at]` … `row[at + ROW_COLUMNS - 1]`. */
  copy(slot: number, row: Float64Array, at: number): void {
    let to = at
    for (const column of this.#single) row[to++] = column[slot]!
    const first = slot * DEPTH_LEVELS
    for (const column of this.#depth)
      for (let level = first; level < first + DEPTH_LEVELS; level += 1) row[to++] = column[level]!
  }

  /** Writes a row that `copy` made back into `slot`. */
  apply(row: Float64Array, at: number, slot: number): void {
    let from = at
    for (const column of this.#single) column[slot] = row[from++]!
    const first = slot * DEPTH_LEVELS
    for (const column of this.#depth)
      for (let level = first; level < first + DEPTH_LEVELS; level += 1) column[level] = row[from++]!
  }
}
