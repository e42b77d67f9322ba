import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { PUT } from '@strikewise/domain/market/option-legs.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { tradePnlOf } from '@strikewise/domain/trading/pnl.ts'
import type { DayView } from './day-view.ts'

/** A baseline: a lot of the call and the put at the money, bought at 09:30, sold at 15:05 (signals reference §4). */
export class Straddle {
  readonly #day: IstDate
  readonly #buysAt: EpochMs
  readonly #sellsAt: EpochMs
  #bought:
    | { readonly contracts: readonly OptionContract[]; readonly prices: readonly number[]; readonly lot: number }
    | undefined
  #net: Paise | null = null

  constructor(day: IstDate) {
    this.#day = day
    this.#buysAt = istInstant(day, 9, 30)
    this.#sellsAt = istInstant(day, 15, 5)
  }

  /** Net result of a lot; null while it is not known. */
  get net(): Paise | null {
    return this.#net
  }

  /** The minute that ended at `end` has closed, and the quotes are current. */
  closeMinute(end: EpochMs, view: DayView): void {
    if (end === this.#buysAt) this.#buy(view)
    else if (end === this.#sellsAt) this.#sell(view)
  }

  #buy({ pipeline, quotes, quoteContract }: DayView): void {
    const { atm, legs } = pipeline.entryChain
    if (atm < 0) return
    const contracts = [legs.contracts[2 * atm], legs.contracts[2 * atm + PUT]]
    const bought = contracts.filter((contract) => contract !== undefined)
    for (const contract of bought) quoteContract?.(contract)
    const asks = bought.map(({ token }) => quotes.bestAsk(quotes.slotOf(token)))
    if (bought.length < 2 || asks.some((ask) => ask <= 0)) return
    this.#bought = {
      contracts: bought,
      prices: asks.map((ask, i) => ask + bought[i]!.tickSize),
      lot: bought[0]!.lotSize,
    }
  }

  #sell({ quotes, quoteContract }: DayView): void {
    if (this.#bought === undefined) return
    const { contracts, prices, lot } = this.#bought
    for (const contract of contracts) quoteContract?.(contract)
    const slots = contracts.map(({ token }) => quotes.slotOf(token))
    if (slots.some((slot) => slot < 0)) return
    const bids = slots.map((slot) => quotes.bestBid(slot))
    // A contract without a bid is worth one tick.
    const sold = bids.map((bid) => Math.max(5, bid - 5))
    const orders = [
      ...prices.map((price) => ({ side: 'BUY' as const, value: (price * lot) as Paise, on: this.#day })),
      ...sold.map((price) => ({ side: 'SELL' as const, value: (price * lot) as Paise, on: this.#day })),
    ]
    this.#net = tradePnlOf(orders, BROKER.profile.brokerage).net
  }
}
