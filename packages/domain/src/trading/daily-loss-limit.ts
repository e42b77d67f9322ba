import type { DayLockReason } from './day-lock.ts'
import type { Paise } from '../money/paise.ts'
import { LOSING_STREAK } from './account-limits.ts'
import { USER_LIMITS } from './user-limits.ts'

/** The day's loss cap in whole paise, rounded down. */
export function dailyLossLimit(capital: Paise, pct: number = USER_LIMITS.dailyLossPct.initial): Paise {
  return Math.floor((capital * pct) / 100 + 1e-6) as Paise
}

/** How the day stands. */
export interface DayPnl {
  /** Net result of the day's closed trades. */
  readonly realised: Paise
  /** Profit of the open positions if sold at the bid, before charges. */
  readonly openAtBid: Paise
  /** Charges their exits would cost (the entries' charges included). */
  readonly exitCharges: Paise
}

/** Realised + open at bid − exit charges: what the day would end with if all were sold now. */
export function dayPnlNow(day: DayPnl): Paise {
  return (day.realised + day.openAtBid - day.exitCharges) as Paise
}

/** What the day has come to for a further risk: an open loss counts, an open profit may be given back up to the stop. */
export function resultAtRisk(day: DayPnl): Paise {
  return Math.min(day.realised, dayPnlNow(day)) as Paise
}

/** What may still be lost today: the cap less the loss so far, never more than the cap, never below 0. */
export function dailyLossRemaining(cap: Paise, day: DayPnl): Paise {
  return Math.max(0, cap + Math.min(0, resultAtRisk(day))) as Paise
}

/**
 * Why the day is locked until the next session, or undefined. The cap is hit when the day's result reaches −cap; a
 * streak counts the newest closed trades: `streak` losses in a row. There is no override within the day.
 */
export function dayLock(
  cap: Paise,
  day: DayPnl,
  closedNets: readonly Paise[],
  streak = LOSING_STREAK,
): Extract<DayLockReason, 'loss_cap' | 'losing_streak'> | undefined {
  if (dayPnlNow(day) + cap <= 0) return 'loss_cap'
  return isLosingStreak(closedNets, streak) ? 'losing_streak' : undefined
}

/** Whether the newest `streak` of the day's closed trades, oldest first, all lost. */
export function isLosingStreak(closedNets: readonly Paise[], streak: number): boolean {
  const newest = closedNets.slice(-streak)
  return newest.length === streak && newest.every((net) => net < 0)
}
