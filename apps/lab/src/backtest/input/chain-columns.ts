import { ASK, CHAIN_VALUE_NAMES } from '@strikewise/chain-history/recorded-chain.ts'

/** The columns of a recorded chain that are read; more may stand beside them. */
const NEEDED = ['ts', 'symbol', 'expiry', 'strike', 'type', 'ltp'] as const

export interface ChainColumns {
  readonly ts: number
  readonly symbol: number
  readonly expiry: number
  readonly strike: number
  readonly type: number
  /** In the order above; -1: not recorded. */
  readonly values: readonly number[]
}

/** Finds the columns by name. Throws RangeError with what is missing. */
export function chainColumns(names: readonly string[]): ChainColumns {
  const known = names.map((name) => name.trim().toLowerCase())
  const missing = NEEDED.filter((name) => !known.includes(name))
  if (missing.length > 0) throw new RangeError(`no column ${missing.join(', ')}`)
  const [ts, symbol, expiry, strike, type] = NEEDED.map((name) => known.indexOf(name))
  return {
    ts: ts!,
    symbol: symbol!,
    expiry: expiry!,
    strike: strike!,
    type: type!,
    values: CHAIN_VALUE_NAMES.map((name) => known.indexOf(name)),
  }
}

/** A figure of a row: prices in paise, quantities in units; NaN where the cell is empty. Throws RangeError on a word. */
export function chainFigure(cell: unknown, index: number): number {
  if (cell === undefined || cell === null || cell === '') return Number.NaN
  const value = Number(cell)
  if (!(value >= 0))
    throw new RangeError(`${CHAIN_VALUE_NAMES[index]} must be a figure of at least 0, not "${String(value)}"`)
  return index <= ASK ? Math.round(value * 100) : value
}
