import type { IndexSymbol, InstrumentList } from '@strikewise/domain/instruments/contract.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { ChainQuotes } from './chain-quotes.ts'
import type { DeferredChain } from './deferred-chain.ts'
import type { FutureQuotes } from './index-and-future-quotes.ts'

/** One option expiry with what its forward needs. */
export interface Chain {
  readonly book: ChainQuotes
  /** Undefined: every contract is quoted at every moment. */
  readonly deferred: DeferredChain | undefined
  readonly expiry: IstDate
  readonly symbol: IndexSymbol
  readonly expiresAt: EpochMs
  readonly carry: number
  /** Variance of the nights and sessions after today. */
  readonly later: number
}

/** One future with what its forward needs. */
export interface Future {
  readonly book: FutureQuotes
  readonly symbol: IndexSymbol
  readonly expiresAt: EpochMs
  readonly carry: number
}

/** The options of a list by index and expiry; `rank` 0: the nearest expiry of its index, 1: any later one. */
export function chainsOf(list: InstrumentList) {
  const groups = new Map<string, InstrumentList['options'][number][]>()
  for (const option of list.options) {
    const key = `${option.symbol} ${option.expiry}`
    const group = groups.get(key)
    if (group) group.push(option)
    else groups.set(key, [option])
  }
  const ranks = { NIFTY: 0, BANKNIFTY: 0 }
  return [...groups.values()].map((contracts) => {
    const { symbol, expiry } = contracts[0]!
    const rank = ranks[symbol]
    ranks[symbol] += 1
    return { contracts, symbol, expiry, rank: Math.min(rank, 1) }
  })
}
