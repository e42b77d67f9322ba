import { storedChain } from '@strikewise/chain-history/read-stored.ts'
import { CHAIN_VALUES, type ChainLeg, type RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { istDate, istDateAt, type IstDate } from '@strikewise/domain/time/ist.ts'
import { BadFile } from './bad-file.ts'
import { cellRows } from './bar-rows.ts'
import { symbolOfCell } from './bar-columns.ts'
import { chainColumns, chainFigure, type ChainColumns } from './chain-columns.ts'
import { readInstant } from './instant-reader.ts'

const EXPIRIES = 2

/**
 * Reads a recorded chain of one index and day (`ts,symbol,expiry,strike,type,ltp,…`; bid, ask, their quantities, volume
 * and oi where they were recorded), its two nearest expiries. Throws BadFile at the first row that is not sound.
 */
export async function readChain(file: string): Promise<RecordedChain> {
  return (await stored(file)) ?? readRows(file)
}

/** A chain that was stored a minute, contract by contract; undefined: the file is of another kind. */
async function stored(file: string): Promise<RecordedChain | undefined> {
  if (!file.endsWith('.parquet')) return undefined
  try {
    return await storedChain(file)
  } catch (error) {
    throw new BadFile(file, undefined, `not readable as Parquet: ${(error as Error).message}`, { cause: error })
  }
}

async function readRows(file: string): Promise<RecordedChain> {
  const reader = new ChainReader()
  let line = 0
  let columns: ChainColumns | undefined
  for await (const rows of cellRows(file, () => undefined))
    for (const cells of rows) {
      line += 1
      if (cells.length === 1 && cells[0] === '') continue
      try {
        if (columns === undefined) columns = chainColumns(cells.map(String))
        else reader.add(cells, columns)
      } catch (error) {
        if (error instanceof RangeError) throw new BadFile(file, line, error.message)
        throw error
      }
    }
  const chain = reader.chain()
  if (chain === undefined) throw new BadFile(file, undefined, 'there is no option in it')
  return chain
}

class ChainReader {
  #of: { readonly symbol: IndexSymbol; readonly day: IstDate } | undefined
  readonly #legs = new Map<string, ChainLeg & { readonly number: number }>()
  readonly #at: number[] = []
  readonly #begins: number[] = []
  readonly #leg: number[] = []
  readonly #values: number[] = []

  add(cells: readonly unknown[], columns: ChainColumns): void {
    const at = readInstant(cells[columns.ts] ?? '')
    const symbol = symbolOfCell(cells[columns.symbol])
    this.#of ??= { symbol, day: istDateAt(at) }
    if (symbol !== this.#of.symbol || istDateAt(at) !== this.#of.day)
      throw new RangeError(`a file holds one index and day, here ${this.#of.symbol} of ${this.#of.day}`)
    const last = this.#at.at(-1) ?? 0
    if (at < last) throw new RangeError('its time is before that of the row above: snapshots must be in order of time')
    if (at > last) {
      this.#at.push(at)
      this.#begins.push(this.#leg.length)
    }
    this.#leg.push(this.#legOf(String(cells[columns.expiry]), cells[columns.strike], String(cells[columns.type])))
    for (let i = 0; i < CHAIN_VALUES; i += 1) this.#values.push(chainFigure(cells[columns.values[i]!], i))
  }

  #legOf(expiry: string, strike: unknown, side: string): number {
    const key = `${expiry} ${String(strike)} ${side}`
    const known = this.#legs.get(key)
    if (known !== undefined) return known.number
    if (side !== 'CE' && side !== 'PE') throw new RangeError(`type must be CE or PE, not "${side}"`)
    if (!(Number(strike) > 0)) throw new RangeError(`strike must be above 0, not "${String(strike)}"`)
    const number = this.#legs.size
    this.#legs.set(key, { expiry: istDate(expiry), strike: Number(strike), side, number })
    return number
  }

  /** Only the two nearest expiries: entries use no other. */
  chain(): RecordedChain | undefined {
    if (this.#of === undefined) return undefined
    const { day } = this.#of
    const all = [...this.#legs.values()]
    const expiries = [...new Set(all.map(({ expiry }) => expiry))].filter((expiry) => expiry >= day).sort()
    const near = new Set(expiries.slice(0, EXPIRIES))
    return {
      ...this.#of,
      legs: all.map(({ expiry, strike, side }) => ({ expiry, strike, side })),
      at: this.#at,
      begins: [...this.#begins, this.#leg.length],
      // A leg of a later expiry keeps its rows and is marked as not read.
      leg: Int32Array.from(this.#leg, (number) => (near.has(all[number]!.expiry) ? number : -1)),
      values: Float64Array.from(this.#values),
    }
  }
}

/** What a chain file holds, from its first row: files are named as their vendors like. */
export async function chainOf(file: string): Promise<{ readonly key: string; readonly file: string }> {
  let columns: ChainColumns | undefined
  for await (const rows of cellRows(file, () => undefined))
    for (const cells of rows) {
      try {
        if (columns === undefined) columns = chainColumns(cells.map(String))
        else
          return {
            key: chainKey(symbolOfCell(cells[columns.symbol]), istDateAt(readInstant(cells[columns.ts] ?? ''))),
            file,
          }
      } catch (error) {
        if (error instanceof RangeError) throw new BadFile(file, columns === undefined ? 1 : 2, error.message)
        throw error
      }
    }
  throw new BadFile(file, undefined, 'there is no option in it')
}

export function chainKey(symbol: IndexSymbol, day: IstDate): string {
  return `${symbol} ${day}`
}
