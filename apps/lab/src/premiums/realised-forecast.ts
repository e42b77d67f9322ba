import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { RealisedForecast } from '../backtest/premiums/premium-parameters.ts'
import { LEVEL_SESSIONS, ordinaryVariance, realisedLogs } from '../backtest/premiums/trailing-level.ts'
import { leastSquares } from './least-squares.ts'

/** Sessions ahead that are forecast: a weekly option's life. */
const AHEAD = 5
/** Sessions that are farther apart than this, in calendar days a session, have a hole of the records between them. */
const DAYS_A_SESSION = 1.9
/** Sessions over which the memory is measured: half a monthly option's life. */
const MEMORY_LAG = 10
const DAY_MS = 86_400_000

/** What an index moved within one session: from its minutes, and by its range. */
export interface SessionMovement {
  readonly day: IstDate
  readonly variance: number
  /** By the range (Parkinson 1980). */
  readonly rangeVariance: number
}

/** What the bars of an index say of its variance. */
export interface RealisedFit {
  readonly forecast: RealisedForecast
  readonly longRun: number
  readonly memory: number
  readonly sessions: number
}

/** Variance that a session's high and low imply, as Parkinson (1980) has it. */
export function rangeVariance(high: number, low: number): number {
  return Math.log(high / low) ** 2 / (4 * Math.LN2)
}

/**
 * Regression of the log variance of the next five sessions on that of the last day, week and month (HAR, Corsi 2009), and
 * the mean and the memory that belong to it. Variances are multiples of an ordinary session.
 */
export function fitRealised(symbol: IndexSymbol, movements: readonly SessionMovement[]): RealisedFit {
  const multiples = movements.map(({ variance }) => variance / ordinaryVariance(symbol))
  const rows: number[][] = []
  const values: number[] = []
  for (let i = LEVEL_SESSIONS; i + AHEAD <= multiples.length; i += 1) {
    if (hasHole(movements, i - LEVEL_SESSIONS, i + AHEAD - 1)) continue
    const { day, week, month } = realisedLogs(multiples.slice(i - LEVEL_SESSIONS, i))
    rows.push([1, day, week, month])
    values.push(Math.log(meanOf(multiples.slice(i, i + AHEAD))))
  }
  const [constant, day, week, month] = leastSquares(rows, values) as [number, number, number, number]
  const logs = multiples.map(Math.log)
  return {
    forecast: { constant, day, week, month },
    longRun: Math.exp(meanOf(logs)),
    memory: memoryOf(movements, logs),
    sessions: movements.length,
  }
}

/** What is left of a distance from the mean after a session, from the autocorrelation ten sessions apart. */
function memoryOf(movements: readonly SessionMovement[], logs: readonly number[]): number {
  const mean = meanOf(logs)
  const products: number[] = []
  for (let i = MEMORY_LAG; i < logs.length; i += 1)
    if (!hasHole(movements, i - MEMORY_LAG, i)) products.push((logs[i]! - mean) * (logs[i - MEMORY_LAG]! - mean))
  const variance = meanOf(logs.map((log) => (log - mean) ** 2))
  return (meanOf(products) / variance) ** (1 / MEMORY_LAG)
}

function hasHole(movements: readonly SessionMovement[], first: number, last: number): boolean {
  const days = (Date.parse(movements[last]!.day) - Date.parse(movements[first]!.day)) / DAY_MS
  return days > (last - first) * DAYS_A_SESSION
}

/** The arithmetic mean. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
