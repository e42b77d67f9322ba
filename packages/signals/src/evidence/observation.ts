import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Regime } from '../registry/definitions/sideways-agent.ts'
import type { Pair } from './rank-correlation.ts'

/** Moves that follow: minutes ahead; `null`: to the close. */
export const HORIZONS = [5, 15, 30, 60, null] as const
export type Horizon = (typeof HORIZONS)[number]

/** What was reported at a moment, and what followed. */
export interface Observation {
  readonly symbol: IndexSymbol
  readonly day: IstDate
  /** Hour of the day in India. */
  readonly hour: number
  /** Null: not known from these records. */
  readonly regime: Regime | null
  /** Signed strengths in the order of the series; NaN: stale. */
  readonly signed: readonly number[]
  /** Moves of the index in basis points in the order of `HORIZONS`; NaN: not recorded, or after the close. */
  readonly moves: readonly number[]
}

/** Strengths of series number `series` and the moves of horizon number `horizon`, where both are known. */
export function pairsOf(observations: readonly Observation[], series: number, horizon: number): Pair[] {
  const days = new Map<string, number>()
  const pairs: Pair[] = []
  for (const { day, signed, moves } of observations) {
    const [x, y] = [signed[series]!, moves[horizon]!]
    if (Number.isNaN(x) || Number.isNaN(y)) continue
    let number = days.get(day)
    if (number === undefined) days.set(day, (number = days.size))
    pairs.push({ day: number, x, y })
  }
  return pairs
}
