import type { OptionChain } from '@strikewise/domain/market/chain.ts'
import { PUT } from '@strikewise/domain/market/option-legs.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { tradeResult } from '@strikewise/domain/trading/profit.ts'

/** A baseline: a lot of the call and the put at the money, bought at 09:30, sold at 15:05 (signals reference §4). */
export class Straddle {
  readonly #chain: OptionChain
  readonly #quotes: QuoteTable
  readonly #day: IstDate
  readonly #buysAt: EpochMs
  readonly #sellsAt: EpochMs
  #bought: { readonly slots: readonly number[]; readonly prices: readonly number[]; readonly lot: number } | undefined
  #net: Paise | null = null

  constructor(chain: OptionChain, quotes: QuoteTable, day: IstDate) {
    this.#chain = chain
    this.#quotes = quotes
    this.#day = day
    this.#buysAt = istInstant(day, 9, 30)
    this.#sellsAt = istInstant(day, 15, 5)
  }

  /** Net result of a lot; null while it is not known. */
  get net(): Paise | null {
    return this.#net
  }

  /** The minute that ended at `end` has closed, and the books are of now. */
  closeMinute(end: EpochMs): void {
    if (end === this.#buysAt) this.#buy()
    else if (end === this.#sellsAt) this.#sell()
  }

  #buy(): void {
    const { atm, legs } = this.#chain
    if (atm < 0) return
    const contract = legs.contracts[2 * atm]
    const slots = [legs.slots[2 * atm]!, legs.slots[2 * atm + PUT]!]
    const asks = slots.map((slot) => this.#quotes.bestAsk(slot))
    if (contract === undefined || asks.some((ask) => ask <= 0)) return
    this.#bought = { slots, prices: asks.map((ask) => ask + contract.tickSize), lot: contract.lotSize }
  }

  #sell(): void {
    if (this.#bought === undefined) return
    const { slots, prices, lot } = this.#bought
    const bids = slots.map((slot) => this.#quotes.bestBid(slot))
    // What nobody bids for is worth its last tick.
    const sold = bids.map((bid) => Math.max(5, bid - 5))
    this.#net = tradeResult([
      ...prices.map((price) => ({ side: 'BUY' as const, value: (price * lot) as Paise, on: this.#day })),
      ...sold.map((price) => ({ side: 'SELL' as const, value: (price * lot) as Paise, on: this.#day })),
    ]).net
  }
}
