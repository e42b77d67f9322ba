import {
  INDEX_TOKENS,
  type InstrumentList,
  type OptionContract,
  type IndexSymbol,
  type OptionSide,
} from '@strikewise/domain/instruments/contract.ts'
import { DEPTH_LEVELS, QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { OrderRequest } from '../order-types.ts'
import type { CircuitLimits, MarketView } from '../price-path.ts'
import { instrumentsOf } from '../prices/instruments-of-day.ts'

/** Prices of one contract as a test wants them, in paise; five equal levels of `quantity`, 5 paise apart. */
interface ScriptedQuote {
  readonly bid: number
  readonly ask: number
  readonly last?: number
  readonly quantity?: number
}

/** A market whose quotes are set by the test: tests move it, nothing else does. */
export class ScriptedMarket implements MarketView {
  day: IstDate
  quotes: QuoteTable
  instruments: InstrumentList
  limits: CircuitLimits = { lower: 5 as Paise, upper: 500_000 as Paise }
  #refreshes = 0

  constructor(day = istDate('2026-11-20')) {
    this.day = day
    this.instruments = instrumentsOf(day, { NIFTY: 24_500, BANKNIFTY: 54_600 }, 3, nseCalendar)
    this.quotes = this.#table()
    this.setSpot('NIFTY', 24_500)
    this.setSpot('BANKNIFTY', 54_600)
  }

  /** The list and an empty table of another day; the closing spots become previous closes. */
  open(day: IstDate): void {
    const closes = (['NIFTY', 'BANKNIFTY'] as const).map((symbol) => this.spot(symbol))
    this.day = day
    this.instruments = instrumentsOf(day, { NIFTY: 24_500, BANKNIFTY: 54_600 }, 3, nseCalendar)
    this.quotes = this.#table()
    for (const [i, symbol] of (['NIFTY', 'BANKNIFTY'] as const).entries()) {
      this.quotes.close[this.quotes.slotOf(INDEX_TOKENS[symbol])] = closes[i]! * 100
      this.setSpot(symbol, closes[i]!)
    }
  }

  #table(): QuoteTable {
    const tokens = [INDEX_TOKENS.NIFTY, INDEX_TOKENS.BANKNIFTY, ...this.instruments.options.map((o) => o.token)]
    const table = new QuoteTable(tokens.length)
    for (const token of tokens) table.add(token)
    return table
  }

  spot(symbol: IndexSymbol): number {
    return this.quotes.last(this.quotes.slotOf(INDEX_TOKENS[symbol])) / 100
  }

  setSpot(symbol: IndexSymbol, points: number): void {
    this.quotes.lastPrice[this.quotes.slotOf(INDEX_TOKENS[symbol])] = points * 100
  }

  /** The n-th call (default: at the money) of the near NIFTY expiry. */
  contract(strike = 24_500, side: OptionSide = 'CE'): OptionContract {
    return this.instruments.options.find((o) => o.symbol === 'NIFTY' && o.strike === strike && o.side === side)!
  }

  /** Sets the quote and refreshes the book. */
  quote(contract: OptionContract, quote: ScriptedQuote): void {
    const { quotes } = this
    const slot = quotes.slotOf(contract.token)
    this.#refreshes += 1
    quotes.receivedAt[slot] = this.#refreshes
    quotes.lastPrice[slot] = quote.last ?? quote.ask
    for (let level = 0; level < DEPTH_LEVELS; level += 1) {
      const cell = slot * DEPTH_LEVELS + level
      const quantity = quote.quantity ?? 650
      quotes.bidPrice[cell] = Math.max(0, quote.bid - 5 * level)
      quotes.askPrice[cell] = quote.ask === 0 ? 0 : quote.ask + 5 * level
      quotes.bidQuantity[cell] = quote.bid > 0 ? quantity : 0
      quotes.askQuantity[cell] = quote.ask > 0 ? quantity : 0
    }
  }

  circuitLimits(): CircuitLimits {
    return this.limits
  }

  referencePrice(token: number): Paise {
    const slot = this.quotes.slotOf(token)
    return (slot < 0 ? 0 : this.quotes.last(slot)) as Paise
  }
}

/** 10:00 on the hand market's day, plus `ms`. */
export function at(ms: number, day = istDate('2026-11-20')): EpochMs {
  return (istInstant(day, 10) + ms) as EpochMs
}

/** A limit order for one NIFTY lot to buy at ₹120; tests change what they are about. */
export function orderFor(contract: OptionContract, change: Partial<OrderRequest> = {}): OrderRequest {
  return {
    variety: 'regular',
    exchange: 'NFO',
    tradingsymbol: contract.tradingsymbol,
    side: 'BUY',
    orderType: 'LIMIT',
    quantity: contract.lotSize,
    product: 'NRML',
    price: 12_000 as Paise,
    triggerPrice: 0 as Paise,
    validity: 'DAY',
    validityTtlMinutes: 0,
    disclosedQuantity: 0,
    marketProtection: 0,
    autoslice: false,
    tag: null,
    algoId: null,
    ...change,
  }
}
