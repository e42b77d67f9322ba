import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { readInstant } from './instant-reader.ts'

/** Names under which vendors write the instant of a bar. */
const TIME_NAMES = ['ts', 'timestamp', 'datetime', 'date_time', 'time', 'date']
const PRICE_NAMES = ['open', 'high', 'low', 'close'] as const

/** Which column of a file is what. */
export interface BarColumns {
  readonly time: number
  readonly prices: readonly [open: number, high: number, low: number, close: number]
  /** -1: the file holds one index and does not name it. */
  readonly symbol: number
}

/** Finds the columns by name, in any order and case; more may stand beside them. Throws RangeError with what is missing. */
export function barColumns(names: readonly string[]): BarColumns {
  const known = names.map((name) => name.trim().toLowerCase())
  const time = TIME_NAMES.map((name) => known.indexOf(name)).find((index) => index >= 0)
  const missing = PRICE_NAMES.filter((name) => !known.includes(name))
  if (time === undefined) throw new RangeError(`no column of times (one of ${TIME_NAMES.join(', ')})`)
  if (missing.length > 0) throw new RangeError(`no column ${missing.join(', ')}`)
  const [open, high, low, close] = PRICE_NAMES.map((name) => known.indexOf(name))
  return { time, prices: [open!, high!, low!, close!], symbol: known.indexOf('symbol') }
}

/** One bar of a row's cells. Prices in index points; float noise behind the paisa is dropped. Throws RangeError. */
export function barOfRow(cells: readonly unknown[], columns: BarColumns): Candle {
  const start = readInstant(cells[columns.time] ?? '')
  const [open, high, low, close] = columns.prices
  const bar = candle(
    start,
    price(cells[open], 'open'),
    price(cells[high], 'high'),
    price(cells[low], 'low'),
    price(cells[close], 'close'),
  )
  if (bar.low > Math.min(bar.open, bar.close) || bar.high < Math.max(bar.open, bar.close))
    throw new RangeError('low and high do not hold open and close')
  return bar
}

function price(cell: unknown, name: string): Paise {
  const points = typeof cell === 'string' && cell.trim() === '' ? Number.NaN : Number(cell)
  if (!(points > 0 && points < 1e7)) throw new RangeError(`${name} must be a price above 0, not "${textOf(cell)}"`)
  return Math.round(points * 100) as Paise
}

function textOf(cell: unknown): string {
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''
}

/** The index a cell names. Throws RangeError on any other. */
export function symbolOfCell(cell: unknown): IndexSymbol {
  const symbol = INDEX_SYMBOLS.find((known) => known === String(cell).trim().toUpperCase())
  if (symbol === undefined) throw new RangeError(`symbol must be NIFTY or BANKNIFTY, not "${String(cell)}"`)
  return symbol
}
