import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { readChain } from '../../../../../apps/lab/src/backtest/input/chain-files.ts'
import { readDaily } from '../../../../../apps/lab/src/backtest/input/daily-rows.ts'
import { dayFacts, type DayFacts } from '../facts/day-facts.ts'
import { surfaceFacts, type SurfaceFacts } from '../facts/surface-facts.ts'

/** Daily values of NIFTY from 2024 on with India VIX beside them; none where the file is not there. Throws BadFile. */
export function recordedDays(folder: string): DayFacts[] {
  const file = path.join(folder, 'bars', 'NIFTY_1d.csv')
  const vix = vixOf(folder)
  return existsSync(file)
    ? dayFacts(readDaily(file).map((row) => ({ ...row, vix: vix.get(row.day) ?? Number.NaN })))
    : []
}

/** One surface a day and index of every recorded chain. Throws BadFile. */
export async function recordedSurfaces(folder: string): Promise<Record<IndexSymbol, SurfaceFacts[]>> {
  const chains = path.join(folder, 'chain')
  const files = existsSync(chains) ? readdirSync(chains).sort() : []
  const vix = vixOf(folder)
  const surfaces: Record<IndexSymbol, SurfaceFacts[]> = { NIFTY: [], BANKNIFTY: [] }
  for (const symbol of INDEX_SYMBOLS)
    for (const file of files.filter((name) => name.startsWith(`${symbol}_chain_`))) {
      const chain = await readChain(path.join(chains, file))
      const found = surfaceFacts(chain, vix.get(chain.day) ?? Number.NaN)
      if (found !== undefined) surfaces[symbol].push(found)
    }
  return surfaces
}

function vixOf(folder: string): ReadonlyMap<string, number> {
  const file = path.join(folder, 'bars', 'INDIAVIX_1d.csv')
  return new Map(existsSync(file) ? readDaily(file).map(({ day, close }) => [day, close]) : [])
}
