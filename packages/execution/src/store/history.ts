import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { AccountHistory } from './change.ts'

/** Net result of one closed trade. */
export interface PastResult {
  readonly on: IstDate
  readonly net: Paise
}

/** Sums past trades up for the capital engine. A trade that ended at exactly 0 counts as neither win nor loss. */
export function historyFrom(results: readonly PastResult[]): AccountHistory {
  const days = Map.groupBy(
    results.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)),
    (result) => result.on,
  )
  const wins = results.filter((result) => result.net > 0)
  const losses = results.filter((result) => result.net < 0)
  const sum = (some: readonly PastResult[]) => some.reduce((total, result) => total + result.net, 0)
  const average = (some: readonly PastResult[]) => (some.length === 0 ? 0 : Math.abs(sum(some)) / some.length)
  return {
    dailyResults: [...days.values()].map((day) => sum(day) as Paise),
    record: {
      wins: wins.length,
      losses: losses.length,
      payoff: losses.length === 0 ? 0 : average(wins) / average(losses),
    },
  }
}
