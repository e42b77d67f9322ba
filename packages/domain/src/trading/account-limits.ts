import type { Paise } from '../money/paise.ts'
import type { IstDate } from '../time/ist.ts'
import type { DrawdownLimit } from './period-limits.ts'
import type { ProfitLock } from './profit-lock.ts'

/**
 * Limits over all indices that a user may add to the product's own. None is set at first, and each only keeps more from
 * being traded: none lets an entry through that would be refused without it. All count by the kind of link.
 */
export interface AccountLimits {
  /** Trades a day in all indices together; null: no limit. */
  readonly tradesPerDay: number | null
  /** Minutes without an entry after a trade that lost; null: only the pauses that always hold. */
  readonly lossPauseMinutes: number | null
  /** Losing trades in a row after which the day is over for entries; null: `LOSING_STREAK`. */
  readonly lossesInRow: number | null
  /** Null: a day's profit is not locked. */
  readonly profitLock: ProfitLock | null
  /** What a trading week may lose; null: no limit. */
  readonly weeklyLoss: Paise | null
  /** How far the account may fall from its peak; null: no limit. */
  readonly drawdown: DrawdownLimit | null
}

/** Losing trades in a row after which the day is over for entries, where its user sets no fewer. */
export const LOSING_STREAK = 3

/** No limit of the user's own. */
export const NO_ACCOUNT_LIMITS: AccountLimits = {
  tradesPerDay: null,
  lossPauseMinutes: null,
  lossesInRow: null,
  profitLock: null,
  weeklyLoss: null,
  drawdown: null,
}

/** What a user may set, where they set one. */
export interface LimitBounds {
  readonly min: number
  readonly max: number
}

export const ACCOUNT_LIMIT_BOUNDS = {
  tradesPerDay: { min: 1, max: 100 },
  lossPauseMinutes: { min: 1, max: 375 },
  lossesInRow: { min: 1, max: LOSING_STREAK },
} as const satisfies Readonly<Record<string, LimitBounds>>

/** Whether a maximum of `requested` lets more be traded than one of `known`; null: there is none. */
export function isLooserMaximum(requested: number | null, known: number | null): boolean {
  return (requested ?? Number.POSITIVE_INFINITY) > (known ?? Number.POSITIVE_INFINITY)
}

/** Whether a wait of `requested` lets more be traded than one of `known`; null: there is none. */
export function isShorterWait(requested: number | null, known: number | null): boolean {
  return (requested ?? 0) < (known ?? 0)
}

/** How many losing trades in a row end the day for entries. */
export function losingStreakOf({ lossesInRow }: AccountLimits): number {
  return lossesInRow ?? LOSING_STREAK
}

/** The limits as they are stored. */
export interface StoredAccountLimits extends Omit<AccountLimits, 'profitLock' | 'drawdown'> {
  /** Both null: a day's profit is not locked. */
  readonly profitLockFrom: Paise | null
  readonly profitLockKeepPct: number | null
  /** Both null: no limit. */
  readonly drawdownLimit: Paise | null
  readonly drawdownSince: IstDate | null
}

/** What holds for a user with this row. */
export function accountLimitsFrom(stored: StoredAccountLimits): AccountLimits {
  const { tradesPerDay, lossPauseMinutes, lossesInRow, weeklyLoss } = stored
  const { profitLockFrom: from, profitLockKeepPct: keepPct, drawdownLimit: limit, drawdownSince: since } = stored
  const profitLock = from === null || keepPct === null ? null : { from, keepPct }
  const drawdown = limit === null || since === null ? null : { limit, since }
  return { tradesPerDay, lossPauseMinutes, lossesInRow, profitLock, weeklyLoss, drawdown }
}

/** The row that holds these limits. */
export function storedAccountLimits({ profitLock, drawdown, ...limits }: AccountLimits): StoredAccountLimits {
  return {
    ...limits,
    profitLockFrom: profitLock?.from ?? null,
    profitLockKeepPct: profitLock?.keepPct ?? null,
    drawdownLimit: drawdown?.limit ?? null,
    drawdownSince: drawdown?.since ?? null,
  }
}
