import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { istIso, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { fileWriter, ParquetWriter, schemaFromColumnData, type ColumnSource } from 'hyparquet-writer'
import {
  ASK,
  CHAIN_VALUE_NAMES,
  CHAIN_VALUES,
  type ChainLeg,
  type ChainSource,
  type RecordedChain,
} from './recorded-chain.ts'

/** Key of a file's metadata under which each contract's rows are found. */
export const CONTRACTS_KEY = 'strikewise.contracts'
/** Key under which it is found where the quotes came from. */
export const SOURCE_KEY = 'strikewise.source'
/** Rows of a group are decoded together: those of some twenty contracts, so that the series of one costs little. */
const GROUP_ROWS = 8192
const PAISE = 100

/** A contract and where its rows are in a file. */
export interface StoredContract extends ChainLeg {
  readonly from: number
  readonly rows: number
}

/** What was stored of a day. */
export interface StoredDay {
  readonly file: string
  readonly symbol: IndexSymbol
  readonly day: IstDate
  readonly minutes: number
  readonly contracts: number
  readonly rows: number
  readonly bytes: number
}

/** Where the chain of an index and day is stored. */
export function chainFileOf(folder: string, symbol: IndexSymbol, day: IstDate): string {
  return path.join(folder, symbol, `${symbol}_chain_${day}.parquet`)
}

/**
 * Stores the last snapshot of each minute of a chain as Parquet, a file an index and day, with the columns of a recorded
 * chain; the rows of a contract are together, oldest minute first. A file that exists is replaced whole, once the new one
 * is on the disk.
 */
export function storeChain(folder: string, chain: RecordedChain, source: ChainSource): StoredDay {
  const { symbol, day } = chain
  const file = chainFileOf(folder, symbol, day)
  const { contracts, rows, minutes } = byContract(chain)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.tmp`
  const writer = fileWriter(draft)
  let parquet: ParquetWriter | undefined
  for (const group of groupsOf(contracts)) {
    const columnData = columnsOf(chain, rows.subarray(group.from, group.to))
    parquet ??= new ParquetWriter({
      writer,
      schema: schemaFromColumnData({ columnData }),
      kvMetadata: [
        { key: CONTRACTS_KEY, value: JSON.stringify(contracts.map(packed)) },
        { key: SOURCE_KEY, value: source },
      ],
    })
    void parquet.write({ columnData, rowGroupSize: group.to - group.from })
  }
  if (parquet === undefined) throw new RangeError(`${symbol} of ${day} has no option in it`)
  void parquet.finish()
  sync(draft)
  renameSync(draft, file)
  return { file, symbol, day, minutes, contracts: contracts.length, rows: rows.length, bytes: statSync(file).size }
}

/** A contract as it is written into a file's metadata. */
type PackedContract = readonly [expiry: string, strike: number, side: string, from: number, rows: number]

function packed({ expiry, strike, side, from, rows }: StoredContract): PackedContract {
  return [expiry, strike, side, from, rows]
}

/** The rows that are stored, contract by contract and oldest first, each with its snapshot. */
function byContract({ legs, at, begins, leg }: RecordedChain): {
  readonly contracts: readonly StoredContract[]
  readonly rows: Int32Array
  readonly minutes: number
} {
  const rowsOf: number[][] = legs.map(() => [])
  let minutes = 0
  for (const i of at.keys()) {
    if (minuteOf(at[i]) === minuteOf(at[i + 1])) continue
    minutes += 1
    for (let row = begins[i]!; row < begins[i + 1]!; row += 1) rowsOf[leg[row]!]?.push(row)
  }
  const order = legs
    .map((one, number) => ({ ...one, rows: rowsOf[number]! }))
    .filter(({ rows }) => rows.length > 0)
    .toSorted((a, b) => compare(a.expiry, b.expiry) || a.strike - b.strike || compare(a.side, b.side))
  const contracts: StoredContract[] = []
  let from = 0
  for (const { expiry, strike, side, rows } of order) {
    contracts.push({ expiry, strike, side, from, rows: rows.length })
    from += rows.length
  }
  return { contracts, rows: Int32Array.from(order.flatMap(({ rows }) => rows)), minutes }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function minuteOf(at: number | undefined): number {
  return Math.floor((at ?? Number.POSITIVE_INFINITY) / MINUTE_MS)
}

/** Groups of whole contracts. */
function* groupsOf(contracts: readonly StoredContract[]): Generator<{ readonly from: number; readonly to: number }> {
  let from = 0
  let to = 0
  for (const { rows } of contracts) {
    if (to > from && to + rows - from > GROUP_ROWS) {
      yield { from, to }
      from = to
    }
    to += rows
  }
  if (to > from) yield { from, to }
}

function columnsOf({ symbol, legs, at, begins, leg, values }: RecordedChain, rows: Int32Array): ColumnSource[] {
  const numbers = Array.from(rows)
  const text = (name: string, of: (row: number) => string): ColumnSource => ({
    name,
    data: numbers.map(of),
    type: 'STRING',
  })
  const legAt = (row: number) => legs[leg[row]!]!
  return [
    text('ts', (row) => istIso(at[snapshotOf(begins, row)]! as EpochMs)),
    text('symbol', () => symbol),
    text('expiry', (row) => legAt(row).expiry),
    { name: 'strike', data: numbers.map((row) => legAt(row).strike), type: 'DOUBLE' },
    text('type', (row) => legAt(row).side),
    ...CHAIN_VALUE_NAMES.map((name, v): ColumnSource => ({
      name,
      data: numbers.map((row) => written(values[row * CHAIN_VALUES + v]!, v)),
      type: 'DOUBLE',
      nullable: true,
    })),
  ]
}

/** Prices of a packed chain are paise, those of a file rupees. */
function written(value: number, v: number): number | null {
  if (Number.isNaN(value)) return null
  return v <= ASK ? value / PAISE : value
}

/** The snapshot that a row belongs to. */
function snapshotOf(begins: readonly number[], row: number): number {
  let low = 0
  let high = begins.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (begins[middle]! <= row) low = middle
    else high = middle
  }
  return low
}

/** The name of a file must not reach the disk before its bytes. */
function sync(file: string): void {
  const opened = openSync(file, 'r+')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
