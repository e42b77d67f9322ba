import type { RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { filesOf, mergedSessions } from '../backtest/input/bar-files.ts'
import { chainOf, readChain } from '../backtest/input/chain-files.ts'
import { LEVEL_SESSIONS, realisedVariance } from '../backtest/premiums/trailing-level.ts'
import { rangeVariance, type SessionMovement } from './realised-forecast.ts'

/** Minutes a session needs for its movement to be measured. */
const LEAST_MINUTES = 370

/** What both indices moved in each full session of the one-minute bars of a folder. */
export async function readMovements(folder: string): Promise<Record<IndexSymbol, SessionMovement[]>> {
  const movements: Record<IndexSymbol, SessionMovement[]> = { NIFTY: [], BANKNIFTY: [] }
  const reading = { leftOut: () => undefined, took: () => undefined }
  for await (const { symbol, day, bars } of mergedSessions(filesOf([folder], '1m'), nseCalendar, reading)) {
    if (bars.length < LEAST_MINUTES) continue
    const high = Math.max(...bars.map((bar) => bar.high))
    const low = Math.min(...bars.map((bar) => bar.low))
    movements[symbol].push({ day, variance: realisedVariance(bars), rangeVariance: rangeVariance(high, low) })
  }
  return movements
}

/** The recorded chains of an index in a folder, in order of their files' names. */
export async function* readChains(folder: string, symbol: IndexSymbol): AsyncGenerator<RecordedChain> {
  for (const file of filesOf([folder], 'chain')) {
    const { key } = await chainOf(file)
    if (key.includes(symbol) && !(symbol === 'NIFTY' && key.includes('BANKNIFTY'))) yield await readChain(file)
  }
}

/** Longest time from the first of 20 sessions to the day after the last: beyond it they are of another time. */
const LEVEL_DAYS = 45
const DAY_MS = 86_400_000

/** Whether 20 sessions of bars lie right before a day. */
export function hasLevel(movements: readonly SessionMovement[], day: IstDate): boolean {
  const before = movements.filter((one) => one.day < day).slice(-LEVEL_SESSIONS)
  return before.length === LEVEL_SESSIONS && Date.parse(day) - Date.parse(before[0]!.day) < LEVEL_DAYS * DAY_MS
}
