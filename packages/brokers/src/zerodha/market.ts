import { INDEX_TRADINGSYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { parseInstruments } from '@strikewise/domain/instruments/parse-instruments.ts'
import { candle } from '@strikewise/domain/market/candle.ts'
import { createKiteClient } from '@strikewise/kite/rest/client.ts'
import { createTicker } from '@strikewise/kite/ticker/ticker.ts'
import type { FeedOptions, MarketFeed, MarketLogin, MarketReader, MarketSource } from '../market-source.ts'
import { EXCHANGE } from './kite-rows.ts'

const INDEX_KEYS = {
  NIFTY: `NSE:${INDEX_TRADINGSYMBOLS.NIFTY}`,
  BANKNIFTY: `NSE:${INDEX_TRADINGSYMBOLS.BANKNIFTY}`,
} as const satisfies Record<IndexSymbol, string>

/** Contracts, history and ticks of Kite Connect. */
export const ZERODHA_MARKET: MarketSource = {
  // Fact sheet §5.
  historyCallsPerSecond: 3,
  openReader,
  openFeed,
}

function openReader({ urls, apiKey, accessToken }: MarketLogin): MarketReader {
  const client = createKiteClient({ rootUrl: urls.apiUrl, apiKey: apiKey.reveal(), accessToken: () => accessToken })
  return {
    async instruments(day, now) {
      const csv = await client.instruments(EXCHANGE)
      if (!csv.ok) throw new Error(`no instrument list: ${csv.code} ${csv.message}`)
      return parseInstruments(csv.value, day, now)
    },
    async indexLevels() {
      const answer = await client.lastPrices(Object.values(INDEX_KEYS))
      if (!answer.ok) throw new Error(`no index level: ${answer.code} ${answer.message}`)
      const level = (symbol: IndexSymbol) => {
        const row = answer.value.rows.get(INDEX_KEYS[symbol])
        if (row === undefined) throw new Error(`the broker did not quote ${INDEX_KEYS[symbol]}`)
        return row.lastPrice / 100
      }
      return { NIFTY: level('NIFTY'), BANKNIFTY: level('BANKNIFTY') }
    },
    async minutes(token, from, to) {
      const answer = await client.candles({ token, interval: 'minute', from, to })
      if (!answer.ok) throw new Error(`no history of instrument ${token}: ${answer.code} ${answer.message}`)
      return answer.value.rows.map((bar) => candle(bar.startAt, bar.open, bar.high, bar.low, bar.close, bar.volume))
    },
    async optionQuotes(tradingsymbols) {
      const answer = await client.quotes(tradingsymbols.map((name) => `${EXCHANGE}:${name}`))
      if (!answer.ok) throw new Error(`no quotes of options: ${answer.code} ${answer.message}`)
      return new Map(
        [...answer.value.rows].map(([key, { lastPrice, close, volume, openInterest }]) => [
          key.slice(EXCHANGE.length + 1),
          { last: lastPrice, close, volume, openInterest },
        ]),
      )
    },
    close: () => client.close(),
  }
}

function openFeed({ urls, apiKey, accessToken, ...options }: FeedOptions): MarketFeed {
  const ticker = createTicker({
    ...options,
    url: urls.tickerUrl,
    apiKey: apiKey.reveal(),
    accessToken: () => accessToken,
  })
  return {
    subscribe: (tokens) => ticker.subscribe(tokens, 'full'),
    connect: () => ticker.connect(),
    resubscribe: () => ticker.resubscribe(),
    reconnect: () => ticker.reconnect(),
    close: () => ticker.close(),
  }
}
