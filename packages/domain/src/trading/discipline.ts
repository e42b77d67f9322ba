import type { Paise } from '../money/paise.ts'

/** What of a closed trade shows whether it was left to its plan. */
export interface DisciplineTrade {
  readonly day: string
  /** Units its owner sold over our head. */
  readonly manualExitQuantity: number
  /** Null: not known. */
  readonly net: Paise | null
  /** What it could lose if its stop filled at its limit; undefined on trades from before that was kept. */
  readonly plannedLoss: Paise | undefined
}

/** Shares from 0 to 1. None of them discloses a profit or a loss. */
export interface Discipline {
  readonly days: number
  readonly trades: number
  /** Of the trades that lost, how many lost no more than their stop had planned. */
  readonly stopsRespected: number
  /** Of the days, on how many no limit had to end the trading. */
  readonly limitsRespected: number
  /** Of the trades, how many were left to their own exits. */
  readonly planFollowed: number
  /** The mean of the three. */
  readonly total: number
}

/** What it takes to be compared with others: less shows more of luck than of habit. */
export const MIN_FOR_RANK = { days: 5, trades: 10 } as const

/**
 * How well the trades of one account kept to stops, limits and plan. `lockedDays` are days on which a limit of the account
 * was reached. No losing trade counts as all stops kept, as nothing was broken.
 */
export function disciplineOf(trades: readonly DisciplineTrade[], lockedDays: ReadonlySet<string>): Discipline {
  const days = new Set(trades.map((trade) => trade.day))
  const losses = trades.filter(({ net, plannedLoss }) => net !== null && net < 0 && plannedLoss !== undefined)
  const stopsRespected = shareOf(losses, ({ net, plannedLoss }) => net! + plannedLoss! >= 0)
  const limitsRespected = shareOf([...days], (day) => !lockedDays.has(day))
  const planFollowed = shareOf(trades, (trade) => trade.manualExitQuantity === 0)
  const total = (stopsRespected + limitsRespected + planFollowed) / 3
  return { days: days.size, trades: trades.length, stopsRespected, limitsRespected, planFollowed, total }
}

function shareOf<T>(all: readonly T[], good: (one: T) => boolean): number {
  return all.length === 0 ? 1 : all.filter(good).length / all.length
}
