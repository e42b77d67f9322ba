import { copyFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  CHAIN_VALUE_NAMES,
  CHAIN_VALUES,
  type ChainLeg,
  type RecordedChain,
} from '@strikewise/chain-history/recorded-chain.ts'
import { chainFileOf, storeChain } from '@strikewise/chain-history/store-chain.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istIso, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'

const FIRST_DAY = istDate('2025-08-04')
const EXPIRIES = [istDate('2025-08-07'), istDate('2025-08-14')]
const FIRST_STRIKE = 24_000
const STRIKE_STEP = 50

/** How much is stored. */
export interface YearShape {
  readonly days: number
  /** Strikes of each of two expiries, a call and a put each. */
  readonly strikes: number
}

/**
 * Stores the same chain of each index as so many days, and the day once more as the gzipped CSV that such days are
 * recorded in elsewhere. Returns the CSV's name.
 */
export async function storeYear(folder: string, { days, strikes }: YearShape): Promise<string> {
  for (const symbol of INDEX_SYMBOLS) {
    const { file } = storeChain(folder, chainOf(symbol, strikes), 'simulated')
    for (const day of tradingDays(days).slice(1)) copyFileSync(file, chainFileOf(folder, symbol, day))
  }
  const csv = join(folder, 'day.csv.gz')
  await writeFile(csv, gzipSync(csvOf(chainOf('NIFTY', strikes))))
  return csv
}

function tradingDays(count: number): IstDate[] {
  const days = [FIRST_DAY]
  while (days.length < count) days.push(nseCalendar.nextTradingDay(days.at(-1)!))
  return days
}

/** A session with a quote of every contract each minute; prices wander, so that nothing compresses unduly. */
function chainOf(symbol: IndexSymbol, strikes: number): RecordedChain {
  const { opensAt, closesAt } = nseCalendar.sessionOn(FIRST_DAY)!
  const legs = EXPIRIES.flatMap((expiry) =>
    Array.from({ length: strikes }, (_, i) => FIRST_STRIKE + i * STRIKE_STEP).flatMap((strike): ChainLeg[] => [
      { expiry, strike, side: 'CE' },
      { expiry, strike, side: 'PE' },
    ]),
  )
  const minutes = (closesAt - opensAt) / MINUTE_MS
  const values = new Float64Array(minutes * legs.length * CHAIN_VALUES)
  let seed = symbol.length
  for (let row = 0; row < minutes * legs.length; row += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    const price = 5000 + (seed % 20_000)
    values.set(
      [price, price - 5, price + 5, 75 * (1 + (seed % 40)), 75 * (1 + (seed % 30)), row, 75 * (seed % 90_000)],
      row * CHAIN_VALUES,
    )
  }
  return {
    symbol,
    day: FIRST_DAY,
    legs,
    at: Array.from({ length: minutes }, (_, minute) => opensAt + minute * MINUTE_MS + 58_000),
    begins: Array.from({ length: minutes + 1 }, (_, minute) => minute * legs.length),
    leg: Int32Array.from({ length: minutes * legs.length }, (_, row) => row % legs.length),
    values,
  }
}

function csvOf({ symbol, legs, at, begins, leg, values }: RecordedChain): string {
  const lines = [`ts,symbol,expiry,strike,type,${CHAIN_VALUE_NAMES.join(',')}`]
  for (const [i, instant] of at.entries())
    for (let row = begins[i]!; row < begins[i + 1]!; row += 1) {
      const { expiry, strike, side } = legs[leg[row]!]!
      const figures = CHAIN_VALUE_NAMES.map((_name, v) => {
        const value = values[row * CHAIN_VALUES + v]!
        return v < 3 ? value / 100 : value
      })
      lines.push([istIso(instant as EpochMs), symbol, expiry, strike, side, ...figures].join(','))
    }
  return lines.join('\n')
}
