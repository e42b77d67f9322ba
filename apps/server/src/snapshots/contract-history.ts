// @invariant starter-delay
import type { ContractDay, ContractMinute } from '@strikewise/chain-history/contract-history.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import type { ContractHistoryDay, ContractHistoryMinutes } from '@strikewise/wire/contract-history.ts'

/** Stored sessions, oldest first, as the wire has them: newest first, each with its change of open interest. */
export function contractHistoryDays(
  days: readonly ContractDay[],
  { previousTradingDay }: Pick<TradingCalendar, 'previousTradingDay'>,
): ContractHistoryDay[] {
  const interest = new Map(days.map(({ day, openInterest }) => [day, openInterest]))
  return days.toReversed().map(({ day, close, volume, openInterest }) => {
    // Across a session that is not stored a difference would be that of two days.
    const before = interest.get(previousTradingDay(day)) ?? null
    return {
      date: day,
      close: close === null ? null : close / 100,
      volume,
      open_interest: openInterest,
      oi_change: openInterest === null || before === null ? null : openInterest - before,
    }
  })
}

/** Stored minutes as the wire has them: each snapshot is named by the minute it was the last of. */
export function contractHistoryMinutes(
  minutes: readonly ContractMinute[],
): NonNullable<ContractHistoryMinutes['minutes']> {
  return minutes.map(({ at, price, openInterest }) => ({
    time: Math.floor(at / MINUTE_MS) * MINUTE_MS,
    price: price === null ? null : price / 100,
    open_interest: openInterest,
  }))
}
