import { mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import type { IndexSymbol, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import { istIso, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { parquetWriteFile } from 'hyparquet-writer'
import { CHAIN_VALUE_NAMES } from '../backtest/input/chain-columns.ts'
import type { RecordedChain } from '../backtest/input/chain-files.ts'

/** Prices of a packed chain are paise, those of a file rupees. */
const PRICES = 3
const PAISE = 100

/** One contract of a chain. */
export interface StoredLeg {
  readonly expiry: IstDate
  readonly strike: number
  readonly side: OptionSide
}

/** A figure of a contract by minute; null: it was not recorded. */
export interface StoredPoint {
  readonly at: string
  readonly value: number | null
}

/** Where the chain of an index and day lies. */
export function chainFileOf(folder: string, symbol: IndexSymbol, day: IstDate): string {
  return path.join(folder, symbol, `${symbol}_chain_${day}.parquet`)
}

/**
 * Stores the last snapshot of each minute of a chain as Parquet, a file an index and day, with the columns of a recorded
 * chain: whatever reads those reads it. A file that is there is replaced whole.
 */
export function storeChain(folder: string, chain: RecordedChain): string {
  const { symbol, day, legs, at, begins, leg, values } = chain
  const file = chainFileOf(folder, symbol, day)
  const last = at.flatMap((instant, i) => (minuteOf(instant) === minuteOf(at[i + 1]) ? [] : [i]))
  const rows = last
    .flatMap((i) =>
      Array.from({ length: begins[i + 1]! - begins[i]! }, (_, n) => ({ at: at[i]!, row: begins[i]! + n })),
    )
    .filter(({ row }) => legs[leg[row]!] !== undefined)
  const text = (name: string, of: (one: { at: number; row: number }) => string) => ({
    name,
    data: rows.map(of),
    type: 'STRING' as const,
  })
  const legAt = (row: number) => legs[leg[row]!]!
  const width = CHAIN_VALUE_NAMES.length
  const figure = (v: number) => ({
    name: CHAIN_VALUE_NAMES[v]!,
    data: rows.map(({ row }) => {
      const value = values[row * width + v]!
      return Number.isNaN(value) ? null : v < PRICES ? value / PAISE : value
    }),
    type: 'DOUBLE' as const,
    nullable: true,
  })
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.tmp`
  parquetWriteFile({
    filename: draft,
    columnData: [
      text('ts', (one) => istIso(one.at as EpochMs)),
      text('symbol', () => symbol),
      text('expiry', ({ row }) => legAt(row).expiry),
      { name: 'strike', data: rows.map(({ row }) => legAt(row).strike), type: 'DOUBLE' },
      text('type', ({ row }) => legAt(row).side),
      ...CHAIN_VALUE_NAMES.map((_name, v) => figure(v)),
    ],
  })
  renameSync(draft, file)
  return file
}

function minuteOf(at: number | undefined): number {
  return Math.floor((at ?? Number.POSITIVE_INFINITY) / MINUTE_MS)
}

/** One figure of a contract through a stored day, oldest minute first: only the columns it needs are read. */
export async function storedSeries(
  file: string,
  { expiry, strike, side }: StoredLeg,
  figure: (typeof CHAIN_VALUE_NAMES)[number],
): Promise<StoredPoint[]> {
  const buffer = await asyncBufferFromFile(file)
  const metadata = await parquetMetadataAsync(buffer)
  const rows = await parquetReadObjects({
    file: buffer,
    metadata,
    columns: ['ts', 'expiry', 'strike', 'type', figure],
  })
  return rows.flatMap((row) =>
    row['strike'] === strike && row['type'] === side && row['expiry'] === expiry
      ? [{ at: String(row['ts']), value: typeof row[figure] === 'number' ? row[figure] : null }]
      : [],
  )
}
