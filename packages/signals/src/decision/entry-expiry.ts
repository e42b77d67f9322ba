import type { SignalParams } from '../registry/params.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'

/**
 * Which expiry new entries use (signals reference §3.2): NIFTY the near weekly unless it expires today, BANKNIFTY the
 * near monthly unless fewer than 3 trading days remain, else the next. Today counts as remaining: an entry is made
 * during its session, so with an expiry on Tuesday the preceding Friday has three.
 */
export function entryExpiry(
  symbol: IndexSymbol,
  day: IstDate,
  nearExpiry: IstDate,
  calendar: TradingCalendar,
  params: SignalParams['entry'],
): 'near' | 'next' {
  if (symbol === 'NIFTY') return nearExpiry === day ? 'next' : 'near'
  return 1 + calendar.tradingDaysBetween(day, nearExpiry) < params.monthlyMinDays ? 'next' : 'near'
}
