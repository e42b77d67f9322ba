import type { FutureContract, IndexSymbol, InstrumentList, OptionContract, OptionSide } from './contract.ts'
import type { IstDate } from '../time/ist.ts'

/** Look-ups over one day's instrument list, each in constant time. */
export interface ContractIndex {
  readonly list: InstrumentList
  optionByToken(token: number): OptionContract | undefined
  optionByTradingsymbol(tradingsymbol: string): OptionContract | undefined
  option(symbol: IndexSymbol, expiry: IstDate, strike: number, side: OptionSide): OptionContract | undefined
  /** Option expiries of an index, ascending. */
  expiries(symbol: IndexSymbol): readonly IstDate[]
  /** Strikes of one expiry, ascending. */
  strikes(symbol: IndexSymbol, expiry: IstDate): readonly number[]
  /** All options of one expiry, by strike, the call before the put. */
  optionsOf(symbol: IndexSymbol, expiry: IstDate): readonly OptionContract[]
  /** The current-month future: the nearest expiry. */
  nearFuture(symbol: IndexSymbol): FutureContract | undefined
}

/** Builds the look-ups once a day, in one pass over the list. */
export function contractIndex(list: InstrumentList): ContractIndex {
  const byToken = new Map(list.options.map((option) => [option.token, option]))
  const byName = new Map(list.options.map((option) => [option.tradingsymbol, option]))
  const byTerms = new Map(list.options.map((option) => [termsOf(option), option]))
  const byExpiry = new Map<string, OptionContract[]>()
  for (const option of list.options) {
    const key = `${option.symbol} ${option.expiry}`
    const group = byExpiry.get(key)
    if (group) group.push(option)
    else byExpiry.set(key, [option])
  }
  for (const group of byExpiry.values()) group.sort((a, b) => a.strike - b.strike || (a.side < b.side ? -1 : 1))
  const expiries = (symbol: IndexSymbol): readonly IstDate[] =>
    [...new Set(list.options.filter((option) => option.symbol === symbol).map((option) => option.expiry))].sort()
  const expiriesBySymbol = { NIFTY: expiries('NIFTY'), BANKNIFTY: expiries('BANKNIFTY') }
  const futures = list.futures.toSorted((a, b) => (a.expiry < b.expiry ? -1 : 1))
  const optionsOf = (symbol: IndexSymbol, expiry: IstDate) => byExpiry.get(`${symbol} ${expiry}`) ?? []

  return {
    list,
    optionByToken: (token) => byToken.get(token),
    optionByTradingsymbol: (tradingsymbol) => byName.get(tradingsymbol),
    option: (symbol, expiry, strike, side) => byTerms.get(termsOf({ symbol, expiry, strike, side })),
    expiries: (symbol) => expiriesBySymbol[symbol],
    strikes: (symbol, expiry) => [...new Set(optionsOf(symbol, expiry).map((option) => option.strike))],
    optionsOf,
    nearFuture: (symbol) => futures.find((future) => future.symbol === symbol),
  }
}

function termsOf(terms: Pick<OptionContract, 'symbol' | 'expiry' | 'strike' | 'side'>): string {
  return `${terms.symbol} ${terms.expiry} ${terms.strike} ${terms.side}`
}
