import { setTimeout as pause } from 'node:timers/promises'
import type { CircuitLimits } from '@strikewise/exchange/price-path.ts'
import { contractIndex } from '@strikewise/domain/instruments/contract-index.ts'
import { INDEX_SYMBOLS, INDEX_TOKENS, type OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { parseInstruments } from '@strikewise/domain/instruments/parse-instruments.ts'
import { STRIKE_STEP } from '@strikewise/domain/instruments/strikes.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { istDateAt, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { createKiteClient, type KiteClient } from '@strikewise/kite/rest/client.ts'
import type { ReadResult } from '@strikewise/kite/responses/classify-read.ts'
import { createTicker, type Ticker, type TickerState } from '@strikewise/kite/ticker/ticker.ts'
import type { FollowedPath } from './followed-path.ts'

/** As many strikes on either side of the index as the product watches: with futures they fit into one quote call. */
const STRIKES_EACH_SIDE = 30
const EXPIRIES = 2
/** Most instruments of one quote call, and the broker's pace for such calls: one a second. */
const QUOTES_A_CALL = 500
const QUOTES_EVERY_MS = 1_100
/** A second process with the same login (one that is just being replaced) shares the broker's pace for a few seconds at most. */
const QUOTE_ATTEMPTS = 5

export interface FollowOptions {
  /** Kite Connect's REST root and ticker. */
  readonly apiUrl: string
  readonly tickerUrl: string
  readonly path: FollowedPath
  readonly now: () => EpochMs
}

export interface FollowCredentials {
  readonly apiKey: string
  readonly accessToken: string
}

export interface FollowState {
  /** The day that is followed; null: none, since no user has logged in for it. */
  readonly day: IstDate | null
  readonly ticker: TickerState['state']
}

/** Follows a real market day by day: its contracts over REST, its quotes over the ticker. Orders never go there. */
export class Follower {
  readonly #options: FollowOptions
  #day: IstDate | null = null
  #ticker: Ticker | undefined

  constructor(options: FollowOptions) {
    this.#options = options
  }

  state(): FollowState {
    const today = istDateAt(this.#options.now())
    return { day: this.#day === today ? today : null, ticker: this.#ticker?.state.state ?? 'idle' }
  }

  /** Opens the day with a market data login. Throws Error in the broker's words; what was followed before goes on then. */
  async follow({ apiKey, accessToken }: FollowCredentials): Promise<FollowState> {
    const { apiUrl, tickerUrl, path, now } = this.#options
    const client = createKiteClient({ rootUrl: apiUrl, apiKey, accessToken: () => accessToken })
    try {
      const day = istDateAt(now())
      const csv = await client.instruments('NFO')
      if (!csv.ok) throw new Error(`no instrument list: ${csv.message}`)
      const { list } = parseInstruments(csv.value, day, now())
      const options = await near(client, contractIndex(list))
      const futures = list.futures
      const tokens = [...Object.values(INDEX_TOKENS), ...[...options, ...futures].map((contract) => contract.token)]
      const quotes = new QuoteTable(tokens.length)
      const limits = await bands(client, [...options, ...futures])
      const ticker = createTicker({
        url: tickerUrl,
        apiKey,
        accessToken: () => accessToken,
        table: quotes,
        clock: { now },
        onState: ({ state }) => {
          if (state === 'waiting' || state === 'stopped') path.clearQuotes()
        },
      })
      ticker.subscribe(tokens, 'full')
      await this.#ticker?.close()
      this.#ticker = ticker
      this.#day = day
      path.show({ day, instruments: { ...list, options }, csv: csv.value, quotes, limits })
      ticker.connect()
      return this.state()
    } finally {
      await client.close()
    }
  }

  async close(): Promise<void> {
    await this.#ticker?.close()
  }
}

/** Options of the near expiries around where each index stands. */
async function near(client: KiteClient, index: ReturnType<typeof contractIndex>): Promise<OptionContract[]> {
  const keys = { NIFTY: 'NSE:NIFTY 50', BANKNIFTY: 'NSE:NIFTY BANK' } as const
  const prices = await atBrokersPace(() => client.lastPrices(Object.values(keys)))
  if (!prices.ok) throw new Error(`no index level: ${prices.message}`)
  return INDEX_SYMBOLS.flatMap((symbol) => {
    const level = prices.value.rows.get(keys[symbol])?.lastPrice
    if (level === undefined) throw new Error(`the broker did not quote ${keys[symbol]}`)
    const reach = STRIKES_EACH_SIDE * STRIKE_STEP[symbol]
    return index
      .expiries(symbol)
      .slice(0, EXPIRIES)
      .flatMap((expiry) => index.optionsOf(symbol, expiry))
      .filter((option) => Math.abs(option.strike - level / 100) <= reach)
  })
}

/** The day's price bands, which the ticker does not carry. */
async function bands(
  client: KiteClient,
  contracts: readonly { readonly token: number; readonly tradingsymbol: string }[],
): Promise<Map<number, CircuitLimits>> {
  const limits = new Map<number, CircuitLimits>()
  for (let from = 0; from < contracts.length; from += QUOTES_A_CALL) {
    await pause(QUOTES_EVERY_MS)
    const part = contracts.slice(from, from + QUOTES_A_CALL)
    const answer = await atBrokersPace(() => client.quotes(part.map(({ tradingsymbol }) => `NFO:${tradingsymbol}`)))
    if (!answer.ok) throw new Error(`no price bands: ${answer.message}`)
    for (const { token, tradingsymbol } of part) {
      const quote = answer.value.rows.get(`NFO:${tradingsymbol}`)
      if (quote !== undefined) limits.set(token, { lower: quote.lowerCircuit, upper: quote.upperCircuit })
    }
  }
  return limits
}

/** Reads again after a pause where the broker limited the rate; every other answer is the caller's. */
async function atBrokersPace<T>(read: () => Promise<ReadResult<T>>): Promise<ReadResult<T>> {
  for (let attempt = 1; ; attempt++) {
    const answer = await read()
    if (answer.ok || answer.code !== 'rate_limited' || attempt === QUOTE_ATTEMPTS) return answer
    await pause(QUOTES_EVERY_MS)
  }
}
