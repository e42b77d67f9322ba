import path from 'node:path'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { BadFile } from './bad-file.ts'
import { barColumns, barOfRow, symbolOfCell, type BarColumns } from './bar-columns.ts'
import { parquetRows } from './parquet-rows.ts'
import { textLines } from './text-lines.ts'

/** One bar of a file, with where it stands. */
export interface BarRow {
  readonly symbol: IndexSymbol
  readonly line: number
  readonly bar: Candle
}

/**
 * The bars of a CSV (`.csv`, `.csv.gz`) or Parquet (`.parquet`) file, a batch at a time, in the file's order. A file
 * without a symbol column is of the index its name begins with. Throws BadFile at the first row that is no sound bar;
 * a Parquet row is counted as if the file were CSV with a header.
 */
export async function* barRows(file: string, onBytes: (bytes: number) => void): AsyncGenerator<readonly BarRow[]> {
  const ofName = symbolOfName(file)
  let columns: BarColumns | undefined
  let line = 0
  for await (const rows of cellRows(file, onBytes)) {
    const bars: BarRow[] = []
    for (const cells of rows) {
      line += 1
      if (cells.length === 1 && cells[0] === '') continue
      try {
        if (columns === undefined) {
          columns = barColumns(cells.map(String))
          if (columns.symbol < 0 && ofName === undefined)
            throw new RangeError('no column symbol, and the name of the file does not begin with an index')
          continue
        }
        const symbol = columns.symbol < 0 ? ofName! : symbolOfCell(cells[columns.symbol])
        bars.push({ symbol, line, bar: barOfRow(cells, columns) })
      } catch (error) {
        if (error instanceof RangeError) throw new BadFile(file, line, error.message)
        throw error
      }
    }
    yield bars
  }
  if (line < 2) throw new BadFile(file, undefined, 'there is no bar in it')
}

/** Rows of cells, the names of the columns first. */
export async function* cellRows(
  file: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<readonly (readonly unknown[])[]> {
  if (file.endsWith('.parquet')) yield* parquetRows(file, onBytes)
  else for await (const lines of textLines(file, onBytes)) yield lines.map((line) => line.split(','))
}

function symbolOfName(file: string): IndexSymbol | undefined {
  const name = path.basename(file).toUpperCase()
  return INDEX_SYMBOLS.find((symbol) => name.startsWith(symbol))
}
