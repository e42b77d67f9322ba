import type { RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { PricePath } from '@strikewise/exchange/price-path.ts'

/** One snapshot of an index's options as a recorder would have stored it: the near expiry is read like a recorded one. */
export function chainOfQuotes(path: PricePath, symbol: IndexSymbol): RecordedChain {
  const { quotes, instruments } = path
  const options = instruments.options.filter((option) => option.symbol === symbol)
  const values = options.flatMap(({ token }) => {
    const slot = quotes.slotOf(token)
    return [quotes.last(slot), quotes.bestBid(slot), quotes.bestAsk(slot), 0, 0, 0, quotes.openInterest[slot]!]
  })
  return {
    symbol,
    day: path.day,
    legs: options.map(({ expiry, strike, side }) => ({ expiry, strike, side })),
    at: [path.now],
    begins: [0, options.length],
    leg: Int32Array.from(options, (_, i) => i),
    values: Float64Array.from(values),
  }
}
