import { INDEX_SYMBOLS, INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import type { Market, MarketListener } from '../market.ts'
import type { NewsGenerator } from './news-generator.ts'

/** Lets the generator read the indices after each sub-step of the market. */
export function newsListener(news: NewsGenerator, market: Market): MarketListener {
  return {
    afterStep(now) {
      const { quotes } = market.path
      news.observe(now, () =>
        INDEX_SYMBOLS.map((symbol) => {
          const slot = quotes.slotOf(INDEX_TOKENS[symbol])
          const points = (column: Int32Array): number => column[slot]! / 100
          return {
            symbol,
            last: points(quotes.lastPrice),
            open: points(quotes.open),
            high: points(quotes.high),
            low: points(quotes.low),
            previousClose: points(quotes.close),
          }
        }),
      )
    },
  }
}
