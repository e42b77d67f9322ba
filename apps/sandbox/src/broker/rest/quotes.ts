import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { INDEX_TOKENS, INDEX_TRADINGSYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import { ordersAtLevel } from '@strikewise/kite/ticker/layout.ts'
import { istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Market } from '../../market.ts'
import { kiteErrors } from '../kite-error.ts'
import type { Call, Route } from './call.ts'

/** Instruments one call may ask for (kite-connect fact sheet §5). */
const MAX_QUOTES = 500
const MAX_SHORT_QUOTES = 1000

const rupees = (paise: number): number => paise / 100
const timeText = (at: number): string | null => (at === 0 ? null : istText(at as EpochMs))

/** Quotes of the instruments asked for as `i=EXCHANGE:SYMBOL` (or by token), keyed as asked; unknown ones are left out. */
function quotesOf(call: Call, limit: number, rowOf: (market: Market, token: number, slot: number) => object): object {
  const requested = call.c.req.queries('i') ?? []
  if (requested.length === 0) throw kiteErrors.missingInput('i')
  if (requested.length > limit) throw kiteErrors.input(`At most ${limit} instruments can be asked for in one call.`)
  const { market } = call.deps
  const rows: Record<string, object> = {}
  for (const key of requested) {
    const token = tokenOf(market, key)
    const slot = token === undefined ? -1 : market.path.quotes.slotOf(token)
    if (token !== undefined && slot >= 0) rows[key] = rowOf(market, token, slot)
  }
  return rows
}

function tokenOf(market: Market, key: string): number | undefined {
  if (/^\d+$/.test(key)) return Number(key)
  if (key.startsWith('NFO:')) return market.tokenOf(key.slice('NFO:'.length))
  for (const [name, symbol] of Object.entries(INDEX_TRADINGSYMBOLS))
    if (key === `NSE:${symbol}`) return INDEX_TOKENS[name as keyof typeof INDEX_TOKENS]
  return undefined
}

const ltpRow = (market: Market, token: number, slot: number): object => ({
  instrument_token: token,
  last_price: rupees(market.path.quotes.lastPrice[slot]!),
})

const ohlcRow = (market: Market, token: number, slot: number): object => ({
  ...ltpRow(market, token, slot),
  ohlc: ohlcOf(market.path.quotes, slot),
})

function ohlcOf(quotes: QuoteTable, slot: number): object {
  return {
    open: rupees(quotes.open[slot]!),
    high: rupees(quotes.high[slot]!),
    low: rupees(quotes.low[slot]!),
    close: rupees(quotes.close[slot]!),
  }
}

function fullRow(market: Market, token: number, slot: number): object {
  const { quotes } = market.path
  const isIndex = (Object.values(INDEX_TOKENS) as number[]).includes(token)
  const limits = isIndex ? undefined : market.path.circuitLimits(token)
  return {
    instrument_token: token,
    timestamp: timeText(quotes.exchangeAt[slot]!),
    last_trade_time: timeText(quotes.lastTradeAt[slot]!),
    last_price: rupees(quotes.lastPrice[slot]!),
    last_quantity: quotes.lastQuantity[slot],
    buy_quantity: quotes.buyQuantity[slot],
    sell_quantity: quotes.sellQuantity[slot],
    volume: quotes.volume[slot],
    average_price: rupees(quotes.averagePrice[slot]!),
    oi: quotes.openInterest[slot],
    oi_day_high: quotes.openInterestHigh[slot],
    oi_day_low: quotes.openInterestLow[slot],
    net_change: rupees(quotes.lastPrice[slot]! - quotes.close[slot]!),
    lower_circuit_limit: limits === undefined ? 0 : rupees(limits.lower),
    upper_circuit_limit: limits === undefined ? 0 : rupees(limits.upper),
    ohlc: ohlcOf(quotes, slot),
    depth: {
      buy: levelsOf(quotes.bidPrice, quotes.bidQuantity, slot),
      sell: levelsOf(quotes.askPrice, quotes.askQuantity, slot),
    },
  }
}

function levelsOf(prices: Int32Array, quantities: Float64Array, slot: number): object[] {
  return Array.from({ length: DEPTH_LEVELS }, (_, level) => {
    const at = slot * DEPTH_LEVELS + level
    return { price: rupees(prices[at]!), quantity: quantities[at], orders: ordersAtLevel(quantities[at]!) }
  })
}

export const quoteRoutes: readonly Route[] = [
  { method: 'GET', path: '/quote', group: 'quote', paid: true, answer: (call) => quotesOf(call, MAX_QUOTES, fullRow) },
  {
    method: 'GET',
    path: '/quote/ohlc',
    group: 'quote',
    paid: true,
    answer: (call) => quotesOf(call, MAX_SHORT_QUOTES, ohlcRow),
  },
  {
    method: 'GET',
    path: '/quote/ltp',
    group: 'quote',
    paid: true,
    answer: (call) => quotesOf(call, MAX_SHORT_QUOTES, ltpRow),
  },
]
