import { readFile } from 'node:fs/promises'
import type { IndexSymbol, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import { istDateAt, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { parquetMetadataAsync, parquetReadObjects, type FileMetaData } from 'hyparquet'
import {
  ASK,
  CHAIN_VALUE_NAMES,
  CHAIN_SOURCES,
  CHAIN_VALUES,
  type ChainLeg,
  type ChainSource,
  type ChainValueName,
  type RecordedChain,
} from './recorded-chain.ts'
import { CONTRACTS_KEY, SOURCE_KEY, type StoredContract } from './store-chain.ts'

/** A figure of a contract by minute; null: it was not recorded. */
export interface StoredPoint {
  readonly at: string
  readonly value: number | null
}

/** A day's file, opened to read series from it. */
export interface OpenChainFile {
  readonly buffer: ArrayBuffer
  readonly metadata: FileMetaData
  readonly contracts: readonly StoredContract[]
  /** Undefined: the file does not say. */
  readonly source: ChainSource | undefined
}

/** Opens a day's file. Undefined: it is Parquet that `storeChain` did not write. Throws what the file system or the reader does. */
export async function openChainFile(file: string): Promise<OpenChainFile | undefined> {
  // A day is a megabyte or two: read whole it costs one wait, where ranges of it cost a dozen.
  const bytes = await readFile(file)
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const metadata = await parquetMetadataAsync(buffer)
  const packed = metadata.key_value_metadata?.find(({ key }) => key === CONTRACTS_KEY)?.value
  if (packed === undefined) return undefined
  const rows = JSON.parse(packed) as [string, number, string, number, number][]
  const contracts = rows.map(([expiry, strike, side, from, count]): StoredContract => ({
    expiry: expiry as IstDate,
    strike,
    side: side as OptionSide,
    from,
    rows: count,
  }))
  const named = metadata.key_value_metadata?.find(({ key }) => key === SOURCE_KEY)?.value
  return { buffer, metadata, contracts, source: CHAIN_SOURCES.find((source) => source === named) }
}

/** One figure of a contract through a stored day, oldest minute first: only the columns and the group it needs are read. */
export async function storedSeries(
  { buffer, metadata, contracts }: OpenChainFile,
  { expiry, strike, side }: ChainLeg,
  figure: ChainValueName,
): Promise<StoredPoint[]> {
  const found = contracts.find((one) => one.strike === strike && one.side === side && one.expiry === expiry)
  if (found === undefined) return []
  const range = { rowStart: found.from, rowEnd: found.from + found.rows }
  const rows = await parquetReadObjects({ file: buffer, metadata, columns: ['ts', figure], ...range })
  return rows.map((row) => ({
    at: String(row['ts']),
    value: typeof row[figure] === 'number' ? row[figure] : null,
  }))
}

/** The whole chain of a stored day, in the order of its minutes. Undefined: it is Parquet that `storeChain` did not write. */
export async function storedChain(file: string): Promise<RecordedChain | undefined> {
  const open = await openChainFile(file)
  if (open === undefined) return undefined
  const columns = ['ts', 'symbol', ...CHAIN_VALUE_NAMES]
  const rows = await parquetReadObjects({ file: open.buffer, metadata: open.metadata, columns })
  const legOf = open.contracts.flatMap((contract, number) => Array<number>(contract.rows).fill(number))
  const instants = rows.map((row) => Date.parse(String(row['ts'])))
  // Stable: within a minute the order of the contracts stays.
  const order = instants.map((_at, row) => row).toSorted((a, b) => instants[a]! - instants[b]!)
  const at: number[] = []
  const begins: number[] = []
  const values = new Float64Array(rows.length * CHAIN_VALUES)
  for (const [to, from] of order.entries()) {
    if (instants[from] !== at.at(-1)) {
      at.push(instants[from]!)
      begins.push(to)
    }
    for (const [v, name] of CHAIN_VALUE_NAMES.entries())
      values[to * CHAIN_VALUES + v] = readFigure(rows[from]![name], v)
  }
  return {
    symbol: String(rows[0]!['symbol']) as IndexSymbol,
    day: istDateAt(at[0]! as EpochMs),
    legs: open.contracts.map(({ expiry, strike, side }) => ({ expiry, strike, side })),
    at,
    begins: [...begins, rows.length],
    leg: Int32Array.from(order, (row) => legOf[row]!),
    values,
  }
}

/** Prices of a file are rupees, those of a packed chain paise. */
function readFigure(value: unknown, v: number): number {
  if (typeof value !== 'number') return Number.NaN
  return v <= ASK ? Math.round(value * 100) : value
}
