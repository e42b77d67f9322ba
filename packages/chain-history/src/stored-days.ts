import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'

const NAME = /^[A-Z]+_chain_(\d{4}-\d{2}-\d{2})\.parquet$/

/** A day of an index whose chain is stored. */
export interface StoredFile {
  readonly file: string
  readonly symbol: IndexSymbol
  readonly day: IstDate
}

/** The stored days below a folder, by index and oldest first. Other files are left out. */
export function storedDays(folder: string): StoredFile[] {
  return INDEX_SYMBOLS.flatMap((symbol) => {
    const inside = path.join(folder, symbol)
    if (!existsSync(inside)) return []
    return readdirSync(inside)
      .toSorted()
      .flatMap((name) => {
        const day = NAME.exec(name)?.[1]
        return day === undefined ? [] : [{ file: path.join(inside, name), symbol, day: day as IstDate }]
      })
  })
}

/** Removes the days before `day` and returns their files. */
export function pruneDays(folder: string, day: IstDate): string[] {
  const old = storedDays(folder).filter((stored) => stored.day < day)
  for (const { file } of old) rmSync(file)
  return old.map(({ file }) => file)
}
