import { DEPTH_LEVELS, type QuoteTable } from '../market/quote-table.ts'

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

/** Numbers of one recorded row: everything the table knows of an instrument but when it heard of it. */
export const ROW_COLUMNS = SINGLE.length + DEPTH.length * DEPTH_LEVELS

/** Copies the quote in `slot` to `row[at]` … `row[at + ROW_COLUMNS - 1]`. */
export function copyQuote(table: QuoteTable, slot: number, row: Float64Array, at: number): void {
  let to = at
  for (const column of SINGLE) row[to++] = table[column][slot]!
  const first = slot * DEPTH_LEVELS
  for (const column of DEPTH)
    for (let level = first; level < first + DEPTH_LEVELS; level += 1) row[to++] = table[column][level]!
}

/** Writes a row that `copyQuote` made back into `slot`; `receivedAt` is not among it. */
export function pasteQuote(row: Float64Array, at: number, table: QuoteTable, slot: number): void {
  let from = at
  for (const column of SINGLE) table[column][slot] = row[from++]!
  const first = slot * DEPTH_LEVELS
  for (const column of DEPTH)
    for (let level = first; level < first + DEPTH_LEVELS; level += 1) table[column][level] = row[from++]!
}
