import { type EpochMs, istText } from '@strikewise/domain/time/ist.ts'
import * as z from 'zod'
import { type ReadResult, Unreadable } from '../responses/classify-read.ts'
import { type CandleInterval, type KiteCandle, kiteCandle } from '../rows/candle.ts'
import type { KeyedRows, Rows } from '../rows/parse.ts'
import { type KiteLtp, type KiteOhlc, type KiteQuote, kiteLtp, kiteOhlc, kiteQuote } from '../rows/quote.ts'
import type { Caller } from './caller.ts'
import { pathPart } from './form.ts'
import { keyedRowsOf, oneOf, rowsOf } from './read-rows.ts'

/** Most instruments of one quote call, and of one OHLC or last-price call (fact sheet §5). */
const MAX_QUOTES = 500
const MAX_PRICES = 1000

export interface CandleRequest {
  readonly token: number
  readonly interval: CandleInterval
  readonly from: EpochMs
  readonly to: EpochMs
  /** Ask for open interest. */
  readonly openInterest?: boolean
  /** Day candles of futures over expiries. */
  readonly continuous?: boolean
}

/** Keys are `EXCHANGE:TRADINGSYMBOL`; unknown ones are missing from the answer. These calls need the paid plan. */
export interface MarketCalls {
  /** `GET /instruments[/{exchange}]`: the day's contract list as CSV text, for the instruments parser. */
  instruments(exchange?: string): Promise<ReadResult<string>>
  /** `GET /quote`, up to 500. */
  quotes(keys: readonly string[]): Promise<ReadResult<KeyedRows<KiteQuote>>>
  /** `GET /quote/ohlc`, up to 1000. */
  ohlc(keys: readonly string[]): Promise<ReadResult<KeyedRows<KiteOhlc>>>
  /** `GET /quote/ltp`, up to 1000. */
  lastPrices(keys: readonly string[]): Promise<ReadResult<KeyedRows<KiteLtp>>>
  /** `GET /instruments/historical/{token}/{interval}`, oldest first. Spans per call: `MAX_CANDLE_DAYS`. */
  candles(request: CandleRequest): Promise<ReadResult<Rows<KiteCandle>>>
}

const candleData = z.object({ candles: z.array(z.unknown()) })

export function marketCalls(caller: Caller): MarketCalls {
  return {
    instruments: async (exchange) =>
      caller.readText(exchange === undefined ? '/instruments' : `/instruments/${pathPart('exchange', exchange)}`),
    quotes: async (keys) => caller.read('/quote', { i: atMost(MAX_QUOTES, keys) }, keyedRowsOf(kiteQuote)),
    ohlc: async (keys) => caller.read('/quote/ohlc', { i: atMost(MAX_PRICES, keys) }, keyedRowsOf(kiteOhlc)),
    lastPrices: async (keys) => caller.read('/quote/ltp', { i: atMost(MAX_PRICES, keys) }, keyedRowsOf(kiteLtp)),
    candles: ({ token, interval, from, to, openInterest, continuous }) =>
      caller.read(
        `/instruments/historical/${token}/${interval}`,
        { from: istText(from), to: istText(to), oi: openInterest ? 1 : 0, continuous: continuous ? 1 : 0 },
        (data) => {
          const outer = oneOf(candleData)(data)
          return outer instanceof Unreadable ? outer : rowsOf(kiteCandle)(outer.candles)
        },
      ),
  }
}

function atMost(limit: number, keys: readonly string[]): readonly string[] {
  if (keys.length > limit) throw new RangeError(`at most ${limit} instruments a call, got ${keys.length}: ask in parts`)
  return keys
}
