import { INDEX_TOKENS, type InstrumentList } from '@strikewise/domain/instruments/contract.ts'
import { DEPTH_LEVELS, QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { CircuitLimits, MarketView } from '@strikewise/exchange/price-path.ts'
import { CONTRACTS, LISTS, SPOTS } from '../session/contracts.ts'
import type { MoveShape } from '../session/shape.ts'

const LIMITS: CircuitLimits = { lower: 5 as Paise, upper: 500_000 as Paise }
/** The reference of limit price protection is the mean of about this long. */
const REFERENCE_MS = 30_000
const LEVEL_STEP = 5

interface Print {
  readonly at: number
  readonly price: number
}

/** What the exchange sees of the market: books set by the shape's moves, nothing between them. */
export class SimMarket implements MarketView {
  readonly day: IstDate
  readonly quotes: QuoteTable
  readonly instruments: InstrumentList
  readonly #prints = new Map<number, Print[]>()
  #now: EpochMs
  #refreshes = 0

  constructor(day: IstDate, now: EpochMs) {
    this.day = day
    this.#now = now
    this.instruments = LISTS.get(day)!
    this.quotes = new QuoteTable(CONTRACTS.length + 2)
    for (const symbol of ['NIFTY', 'BANKNIFTY'] as const)
      this.quotes.lastPrice[this.quotes.add(INDEX_TOKENS[symbol])] = SPOTS[symbol] * 100
    for (const { token } of CONTRACTS) this.quotes.add(token)
  }

  /** Sets one contract's book; its last price becomes the bid, where a seller would have traded, unless nothing trades. A bid of 0: there is none. */
  set(now: EpochMs, { contract, bid, ask, quantity }: MoveShape, trades = true): void {
    this.#now = now
    this.#refreshes += 1
    const { token } = CONTRACTS[contract]!
    const { quotes } = this
    const slot = quotes.slotOf(token)
    quotes.receivedAt[slot] = this.#refreshes
    if (trades) quotes.lastPrice[slot] = bid
    for (let level = 0; level < DEPTH_LEVELS; level += 1) {
      const cell = slot * DEPTH_LEVELS + level
      quotes.bidPrice[cell] = Math.max(0, bid - LEVEL_STEP * level)
      quotes.askPrice[cell] = ask + LEVEL_STEP * level
      quotes.bidQuantity[cell] = bid > 0 ? quantity : 0
      quotes.askQuantity[cell] = quantity
    }
    if (!trades) return
    const prints = this.#prints.getOrInsertComputed(token, () => [])
    while (prints.length > 0 && prints[0]!.at < now - REFERENCE_MS) prints.shift()
    prints.push({ at: now, price: bid })
  }

  /** Shows the same book again, as a live market does many times a second: what was taken from it is offered again. */
  refresh(now: EpochMs, contract: number): void {
    this.#now = now
    this.#refreshes += 1
    this.quotes.receivedAt[this.quotes.slotOf(CONTRACTS[contract]!.token)] = this.#refreshes
  }

  circuitLimits(): CircuitLimits {
    return LIMITS
  }

  referencePrice(token: number): Paise {
    const prints = (this.#prints.get(token) ?? []).filter((print) => print.at >= this.#now - REFERENCE_MS)
    if (prints.length === 0) return this.quotes.last(this.quotes.slotOf(token))
    return Math.round(prints.reduce((sum, print) => sum + print.price, 0) / prints.length) as Paise
  }
}
