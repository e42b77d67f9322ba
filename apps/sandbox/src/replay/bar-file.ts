import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import { epochFromIstText, istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { RecordedBar } from '@strikewise/exchange/price-path.ts'
import { ReplayError } from './replay-error.ts'

/** Columns of a file of intraday bars; more may follow. `ts` is the start of the bar. */
const COLUMNS = ['symbol', 'ts', 'open', 'high', 'low', 'close'] as const

/** One bar of a file, with where it stands. */
export interface FileBar {
  readonly symbol: IndexSymbol
  readonly day: IstDate
  readonly line: number
  readonly bar: RecordedBar
}

/** Whether the file's first line is that of intraday bars; daily files have a `date` column instead. */
export function isBarFile(file: string): boolean {
  const head = textOf(file)
    .slice(0, 200)
    .split(/\r?\n/)[0]!
    .replace(/^\uFEFF/, '')
  return COLUMNS.every((name, index) => head.split(',')[index] === name)
}

/**
 * Reads intraday bars (`symbol,ts,open,high,low,close,…`, plain or gzipped) from `from` on. Prices are index points with
 * up to two decimals. Throws ReplayError at the first line that is no sound bar.
 */
export function readBarFile(file: string, from: IstDate | null): FileBar[] {
  const rows = rowsOf(file)
  const head = rows[0] ?? []
  if (!COLUMNS.every((name, index) => head[index] === name))
    throw new ReplayError(`${file}, line 1: the columns must begin with ${COLUMNS.join(',')}`)
  const bars: FileBar[] = []
  for (const [index, row] of rows.entries()) {
    if (index === 0 || (from !== null && (row[1] ?? '') < from)) continue
    const bar = barOf(row, `${file}, line ${index + 1}`, index + 1)
    bars.push(bar)
  }
  return bars
}

function rowsOf(file: string): string[][] {
  try {
    return parse(textOf(file), { bom: true, relax_column_count: true })
  } catch (error) {
    if (error instanceof ReplayError) throw error
    throw new ReplayError(`${file}: not readable as CSV: ${(error as Error).message}`, { cause: error })
  }
}

function textOf(file: string): string {
  try {
    const bytes = readFileSync(file)
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  } catch (error) {
    throw new ReplayError(`${file}: not readable: ${(error as Error).message}`, { cause: error })
  }
}

function barOf(row: readonly string[], where: string, line: number): FileBar {
  const [symbol, ts] = row
  if (symbol !== 'NIFTY' && symbol !== 'BANKNIFTY')
    throw new ReplayError(`${where}: symbol must be NIFTY or BANKNIFTY, not "${symbol ?? ''}"`)
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\+05:30)?$/.exec(ts ?? '')
  if (match === null)
    throw new ReplayError(`${where}: ts must be an IST instant such as 2024-01-15T09:15:00+05:30, not "${ts ?? ''}"`)
  const price = (column: 2 | 3 | 4 | 5): Paise => {
    const text = row[column] ?? ''
    const name = COLUMNS[column]
    if (!/^\d{1,7}(\.\d+)?$/.test(text) || Number(text) <= 0)
      throw new ReplayError(`${where}: ${name} must be a price above 0, not "${text}"`)
    // Some sources carry float noise far behind the decimal point; the index has two decimals.
    return paiseFromRupees(Math.round(Number(text) * 100) / 100)
  }
  const bar = { open: price(2), high: price(3), low: price(4), close: price(5) }
  if (bar.low > Math.min(bar.open, bar.close) || bar.high < Math.max(bar.open, bar.close))
    throw new ReplayError(`${where}: low and high do not hold open and close`)
  try {
    const day = istDate(match[1]!)
    return { symbol, day, line, bar: { start: epochFromIstText(`${day} ${match[2]}`), ...bar } }
  } catch {
    throw new ReplayError(`${where}: ts is not a real instant: "${ts}"`)
  }
}
