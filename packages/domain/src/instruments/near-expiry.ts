import type { IndexSymbol, InstrumentList } from './contract.ts'
import type { TradingCalendar } from '../time/calendar.ts'
import type { IstDate } from '../time/ist.ts'

/** BANKNIFTY's near monthly is left when fewer trading days than this remain. */
export const BANKNIFTY_MIN_TRADING_DAYS = 3

/**
 * The expiry new trades of `symbol` use on `on` (signals reference §3.2): NIFTY's nearest unless it expires today, then
 * the next; BANKNIFTY's near monthly unless fewer than 3 trading days remain to it (days after `on`, the expiry
 * included), then the next. `undefined` when the list has none left.
 * The list decides which expiries exist; the calendar only counts days, so a shifted expiry needs no rule here.
 */
export function nearExpiry(
  symbol: IndexSymbol,
  list: InstrumentList,
  on: IstDate,
  calendar: TradingCalendar,
): IstDate | undefined {
  const remaining = (expiry: IstDate) => calendar.tradingDaysBetween(on, expiry)
  const needed = symbol === 'NIFTY' ? 1 : BANKNIFTY_MIN_TRADING_DAYS
  return listedExpiries(symbol, list).find((expiry) => expiry > on && remaining(expiry) >= needed)
}

/** The nearest expiry of `symbol` not before `on`, today's included: the contract whose expiry day cuts entries short. */
export function currentExpiry(symbol: IndexSymbol, list: InstrumentList, on: IstDate): IstDate | undefined {
  return listedExpiries(symbol, list).find((expiry) => expiry >= on)
}

function listedExpiries(symbol: IndexSymbol, list: InstrumentList): IstDate[] {
  const days = new Set<IstDate>()
  for (const option of list.options) if (option.symbol === symbol) days.add(option.expiry)
  return [...days].sort()
}
