import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { parquetReadObjects } from 'hyparquet'
import { openChainFile } from './read-stored.ts'
import type { ChainLeg } from './recorded-chain.ts'

/** What a stored session of a contract ended with. Null: not recorded. */
export interface ContractDay {
  readonly day: IstDate
  /** Last price a unit. */
  readonly close: Paise | null
  /** Units traded on the day, and open at its end. */
  readonly volume: number | null
  readonly openInterest: number | null
}

/** A stored minute of a contract, with its last snapshot. Null: not recorded. */
export interface ContractMinute {
  readonly at: EpochMs
  readonly price: Paise | null
  readonly openInterest: number | null
}

const COLUMNS = ['ts', 'ltp', 'volume', 'oi'] as const
type Row = Readonly<Record<(typeof COLUMNS)[number], unknown>>

/** What a contract ended the session of a stored file with. Undefined: the file does not have the contract. */
export async function contractDay(file: string, day: IstDate, leg: ChainLeg): Promise<ContractDay | undefined> {
  const rows = await rowsOf(file, leg)
  if (rows.length === 0) return undefined
  const last = (column: keyof Row) => numberOf(rows.findLast((row) => numberOf(row[column]) !== null)?.[column])
  return { day, close: paiseOf(last('ltp')), volume: last('volume'), openInterest: last('oi') }
}

/** The minutes of a contract in a stored file, oldest first; none when the file does not have the contract. */
export async function contractMinutes(file: string, leg: ChainLeg): Promise<ContractMinute[]> {
  const rows = await rowsOf(file, leg)
  return rows.map(({ ts, ltp, oi }) => ({
    at: Date.parse(String(ts)) as EpochMs,
    price: paiseOf(numberOf(ltp)),
    openInterest: numberOf(oi),
  }))
}

async function rowsOf(file: string, { expiry, strike, side }: ChainLeg): Promise<Row[]> {
  const open = await openChainFile(file)
  const found = open?.contracts.find((one) => one.strike === strike && one.side === side && one.expiry === expiry)
  if (open === undefined || found === undefined) return []
  const { buffer, metadata } = open
  const range = { rowStart: found.from, rowEnd: found.from + found.rows }
  return (await parquetReadObjects({ file: buffer, metadata, columns: [...COLUMNS], ...range })) as unknown as Row[]
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Prices of a file are rupees. */
function paiseOf(rupees: number | null): Paise | null {
  return rupees === null ? null : (Math.round(rupees * 100) as Paise)
}
