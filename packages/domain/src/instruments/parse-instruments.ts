import {
  INDEX_SYMBOLS,
  type FutureContract,
  type IndexSymbol,
  type InstrumentList,
  type OptionContract,
} from './contract.ts'
import { csvFields } from './csv-row.ts'
import { paiseFromRupees, type Paise } from '../money/paise.ts'
import { istDate, type EpochMs, type IstDate } from '../time/ist.ts'

/** A row that named one of our indices but could not be used. */
export interface DroppedRow {
  /** Line of the file, the header being 1. */
  readonly line: number
  readonly reason: string
}

export interface ParsedInstruments {
  readonly list: InstrumentList
  /** How many rows of our indices were dropped; 0 on an ordinary day. */
  readonly droppedCount: number
  /** The first of them, at most `DROPPED_SHOWN`. */
  readonly dropped: readonly DroppedRow[]
}

export const DROPPED_SHOWN = 50

const COLUMNS = [
  'instrument_token',
  'tradingsymbol',
  'name',
  'expiry',
  'strike',
  'tick_size',
  'lot_size',
  'instrument_type',
  'exchange',
] as const
type Column = (typeof COLUMNS)[number]

/**
 * Reads the broker's instrument list (CSV text, kite-connect fact sheet §18.1) into the option and future contracts of
 * both indices. Other instruments are passed over; a row of ours that is broken, expired or doubled is dropped and
 * counted. Columns are found by their header, in any order, more of them being fine.
 * Throws RangeError when the header lacks a column, or when no usable contract is left: such a file is no list.
 */
export function parseInstruments(text: string, on: IstDate, fetchedAt: EpochMs): ParsedInstruments {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const position = columnPositions(lines[0] ?? '')
  const options: OptionContract[] = []
  const futures: FutureContract[] = []
  const dropped: DroppedRow[] = []
  const seen = new Set<string | number>()
  let droppedCount = 0

  for (let i = 1; i < lines.length; i += 1) {
    const line = lines[i]!
    if (line === '') continue
    const result = contractIn(line, position, on)
    if (result === undefined) continue
    const reason = typeof result === 'string' ? result : doubled(result, seen)
    if (reason !== undefined) {
      droppedCount += 1
      if (dropped.length < DROPPED_SHOWN) dropped.push({ line: i + 1, reason })
    } else if (typeof result !== 'string') {
      if ('side' in result) options.push(result)
      else futures.push(result)
    }
  }
  if (options.length === 0)
    throw new RangeError(`instrument list of ${on}: no usable index option in ${lines.length - 1} rows`)
  return { list: { on, fetchedAt, options, futures }, droppedCount, dropped }
}

function columnPositions(header: string): Readonly<Record<Column, number>> {
  const names = csvFields(header)?.map((name) => name.trim()) ?? []
  const missing = COLUMNS.filter((column) => !names.includes(column))
  if (missing.length > 0) throw new RangeError(`instrument list: header lacks ${missing.join(', ')}`)
  return Object.fromEntries(COLUMNS.map((column) => [column, names.indexOf(column)])) as Record<Column, number>
}

/** The contract of a row, the reason it is unusable, or `undefined` when it is none of ours. */
function contractIn(
  line: string,
  position: Readonly<Record<Column, number>>,
  on: IstDate,
): OptionContract | FutureContract | string | undefined {
  const fields = csvFields(line)
  // A line that cannot be split is ours only if it names an index; else it is someone else's trouble.
  if (fields === undefined) return /NIFTY/.test(line) ? 'a quote is not closed' : undefined
  const text = (column: Column): string => (fields[position[column]] ?? '').trim()

  const symbol = INDEX_SYMBOLS.find((known) => known === text('name'))
  const type = text('instrument_type')
  if (symbol === undefined || text('exchange') !== 'NFO') return undefined
  if (type !== 'CE' && type !== 'PE' && type !== 'FUT') return `instrument_type: not CE, PE or FUT: ${shown(type)}`
  try {
    const expiry = istDate(text('expiry'))
    if (expiry < on) return `expiry: ${expiry} is before the list's day ${on}`
    const base = {
      token: positiveInteger('instrument_token', text('instrument_token')),
      tradingsymbol: symbolName(text('tradingsymbol'), symbol),
      symbol,
      expiry,
      tickSize: tickSize(text('tick_size')),
      lotSize: positiveInteger('lot_size', text('lot_size')),
    }
    if (type === 'FUT') return base
    return { ...base, strike: positiveNumber('strike', text('strike')), side: type }
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}

/** Remembers the contract; a reason when its token, name or terms were there before. */
function doubled(contract: OptionContract | FutureContract, seen: Set<string | number>): string | undefined {
  const { token, tradingsymbol, symbol, expiry } = contract
  const terms =
    'side' in contract ? `${symbol} ${expiry} ${contract.strike} ${contract.side}` : `${symbol} ${expiry} FUT`
  for (const key of [token, tradingsymbol, terms]) if (seen.has(key)) return `doubled: ${key}`
  seen.add(token).add(tradingsymbol).add(terms)
  return undefined
}

function positiveNumber(column: string, text: string): number {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (!(value > 0 && value < Number.MAX_SAFE_INTEGER))
    throw new RangeError(`${column}: not a number above 0: ${shown(text)}`)
  return value
}

function positiveInteger(column: string, text: string): number {
  const value = positiveNumber(column, text)
  if (!Number.isInteger(value)) throw new RangeError(`${column}: not a whole number: ${shown(text)}`)
  return value
}

function tickSize(text: string): Paise {
  return paiseFromRupees(positiveNumber('tick_size', text))
}

function symbolName(text: string, symbol: IndexSymbol): string {
  if (!text.startsWith(symbol) || text.length > 40)
    throw new RangeError(`tradingsymbol: not one of ${symbol}: ${shown(text)}`)
  return text
}

/** A wrong value goes into a log line: cut short. */
function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
