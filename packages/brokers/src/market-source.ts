import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { ParsedInstruments } from '@strikewise/domain/instruments/parse-instruments.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Revealable } from '@strikewise/domain/text/secret.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { BrokerUrls } from './broker-account.ts'

export interface MarketLogin {
  readonly urls: Pick<BrokerUrls, 'apiUrl' | 'tickerUrl'>
  readonly apiKey: Revealable
  readonly accessToken: Revealable
}

/** An option as the broker quotes it when asked. Prices in paise; 0: none. */
export interface OptionQuote {
  readonly last: number
  /** Of the previous session. */
  readonly close: number
  /** Units traded today. */
  readonly volume: number
  /** Units. */
  readonly openInterest: number
}

/** What a broker serves of the market beside its feed. Each call throws with the broker's words when it has nothing to give. */
export interface MarketReader {
  /** The contracts of the day. */
  instruments(day: IstDate, now: EpochMs): Promise<ParsedInstruments>
  /** Index points now. */
  indexLevels(): Promise<Record<IndexSymbol, number>>
  /** One-minute bars of an instrument that begin from `from` to `to`, oldest first; the newest may still grow. */
  minutes(token: number, from: EpochMs, to: EpochMs): Promise<Candle[]>
  /** Options by their trading symbols, 500 at most; those the broker does not know are missing. */
  optionQuotes(tradingsymbols: readonly string[]): Promise<ReadonlyMap<string, OptionQuote>>
  close(): Promise<void>
}

/** Where the connection of a feed stands. `stopped`: it is not tried again; with `token_expired` it needs a new login. */
export type FeedState =
  | { readonly state: 'idle' }
  | { readonly state: 'connecting'; readonly attempt: number }
  | { readonly state: 'open' }
  | { readonly state: 'waiting'; readonly delayMs: number; readonly cause: string; readonly detail: string }
  | { readonly state: 'stopped'; readonly reason: 'closed' | 'token_expired' }

export interface FeedOptions extends MarketLogin {
  /** Where ticks are written; subscribed tokens get their slots here. */
  readonly table: QuoteTable
  /** Stamps ticks. */
  readonly clock: Pick<Clock, 'now'>
  /** A frame has come and is not decoded yet: the table still holds the quotes before it. */
  readonly onFrame: (receivedAt: EpochMs) => void
  /** Slots one frame has written, valid during the call only; a slot may come twice. */
  readonly onTicks: (slots: Uint32Array) => void
  readonly onState: (state: FeedState) => void
  /** The broker's own words. */
  readonly onNotice: (type: 'error' | 'message', text: string) => void
}

/** A connection for ticks, kept up until closed. */
export interface MarketFeed {
  /** Adds instruments with depth and open interest. */
  subscribe(tokens: Iterable<number>): void
  connect(): void
  resubscribe(): void
  reconnect(): void
  close(): Promise<void>
}

/** Where prices come from. */
export interface MarketSource {
  /** Calls for history that may be made within a second. */
  readonly historyCallsPerSecond: number
  openReader(login: MarketLogin): MarketReader
  openFeed(options: FeedOptions): MarketFeed
}
