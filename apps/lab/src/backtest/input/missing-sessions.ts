import { nseCalendar, type TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'

/** More missing sessions than this, and what was before them reports nothing of what comes after. */
const MAX_MISSED = 5

/** How many trading days the records lack between two of their sessions; 0: the later one is the next of the exchange. */
export function missedSessions(before: IstDate, day: IstDate, calendar: TradingCalendar = nseCalendar): number {
  return Math.max(0, calendar.tradingDaysBetween(before, day) - 1)
}

/**
 * Where, among the sessions before number `index`, the row of sessions begins that leads up to it: 0, or the first one
 * after the last hole of more than a week.
 */
export function firstAfterGap(days: readonly IstDate[], index: number): number {
  let first = index
  while (first > 0 && missedSessions(days[first - 1]!, days[first]!) <= MAX_MISSED) first -= 1
  return first
}
