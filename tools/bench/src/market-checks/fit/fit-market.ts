import type { RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { mergedSessions } from '../../../../../apps/lab/src/backtest/input/bar-files.ts'
import { readChain } from '../../../../../apps/lab/src/backtest/input/chain-files.ts'
import { readDaily } from '../../../../../apps/lab/src/backtest/input/daily-rows.ts'
import { movesOf, roundStrikesOf, smilesOf } from './fit-chains.ts'
import { bankOf, gapScaleOf, levelOf, memoryOf, type RangeOfDay } from './fit-level.ts'

/** The memory of volatility needs years; its level is taken from `NIFTY_1d` alone, 2024 to 2026. */
const YEARS = ['2021', '2022', '2023', '2024', '2025', '2026'] as const
const FULL_MINUTES = 370

/** The constants of `packages/exchange/src/prices/fitted-market.json`, from the records in `folder`. Throws BadFile. */
export async function fitMarket(folder: string) {
  const days = daysOf(path.join(folder, 'bars', 'NIFTY_1d.csv'))
  const memory = memoryOf(await volatilityOf(folder))
  const level = { rms: levelOf(days), ...memory }
  const chains = { NIFTY: await chainsOf(folder, 'NIFTY'), BANKNIFTY: await chainsOf(folder, 'BANKNIFTY') }
  return rounded({
    level,
    overnight: { scale: gapScaleOf(days, level) },
    bank: bankOf(movesOf(chains)),
    roundStrikes: Object.fromEntries(INDEX_SYMBOLS.map((symbol) => [symbol, roundStrikesOf(symbol, chains[symbol])])),
    smile: smilesOf(chains),
  })
}

function daysOf(file: string): RangeOfDay[] {
  const rows = readDaily(file)
  return rows.map(({ day, open, high, low }, i) => {
    const before = rows[i - 1]
    const follows = before !== undefined && before.day === nseCalendar.previousTradingDay(day)
    return { high, low, gap: follows ? Math.log(open / before.close) : Number.NaN }
  })
}

/** Logarithm of each full session's root of summed squared minutes, NIFTY's. */
async function volatilityOf(folder: string): Promise<Map<IstDate, number>> {
  const files = YEARS.map((year) => path.join(folder, 'bars', `NIFTY_1m_${year}.csv.gz`)).filter(existsSync)
  const found = new Map<IstDate, number>()
  const unheard = { leftOut: () => undefined, took: () => undefined }
  for await (const { day, bars } of mergedSessions(files, nseCalendar, unheard)) {
    if (bars.length < FULL_MINUTES) continue
    const squares = bars.slice(1).map((bar, i) => Math.log(bar.close / bars[i]!.close) ** 2)
    found.set(day, Math.log(squares.reduce((sum, square) => sum + square, 0)) / 2)
  }
  return found
}

async function chainsOf(folder: string, symbol: IndexSymbol): Promise<RecordedChain[]> {
  const files = readdirSync(path.join(folder, 'chain')).filter((name) => name.startsWith(`${symbol}_chain_`))
  const chains: RecordedChain[] = []
  for (const file of files.sort()) chains.push(await readChain(path.join(folder, 'chain', file)))
  return chains
}

/** Three figures that count: the records show no more. */
function rounded<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
    typeof one === 'number' ? Number(one.toPrecision(3)) : one,
  ) as T
}
