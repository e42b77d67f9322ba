import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { FutureContract } from '@strikewise/domain/instruments/contract.ts'
import type { Rng } from '../random/rng.ts'
import { FUTURE } from './calibration.ts'
import type { QuoteContext } from './quote-context.ts'
import type { MinuteRecorder } from './minute-recorder.ts'

/** Open, high and low of the day with one more price, in paise. */
export function extendRange(quotes: QuoteTable, slot: number, price: number): void {
  if (quotes.open[slot] === 0) {
    quotes.open[slot] = price
    quotes.high[slot] = price
    quotes.low[slot] = price
  } else if (price > quotes.high[slot]!) quotes.high[slot] = price
  else if (price < quotes.low[slot]!) quotes.low[slot] = price
}

/** The quote of an index: a price and nothing else. `price` in paise. */
export function writeIndex(
  quotes: QuoteTable,
  recorder: MinuteRecorder,
  slot: number,
  price: number,
  minute: number,
  at: number,
): void {
  quotes.lastPrice[slot] = price
  extendRange(quotes, slot, price)
  quotes.exchangeAt[slot] = at - (at % 1000)
  quotes.receivedAt[slot] = at
  recorder.record(slot, minute, price, 0, 0)
}

/** Points → paise on the index's own grid of 0.05. */
export function indexPaise(points: number): number {
  return Math.round(points * 20) * 5
}

/** One index future: its book and trades around the forward. */
export class FutureQuotes {
  readonly contract: FutureContract
  readonly slot: number
  /** The next month trades a tenth of the near one. */
  readonly #share: number
  readonly #quotes: QuoteTable
  readonly #recorder: MinuteRecorder
  #turnover = 0

  constructor(contract: FutureContract, near: boolean, quotes: QuoteTable, recorder: MinuteRecorder) {
    this.contract = contract
    this.slot = quotes.add(contract.token)
    this.#share = near ? 1 : 0.1
    this.#quotes = quotes
    this.#recorder = recorder
  }

  /** What its quotes do not show: the value traded today. */
  get turnover(): number {
    return this.#turnover
  }

  set turnover(value: number) {
    this.#turnover = value
  }

  /** Previous close and last price at `forward` (points), open interest to start from. */
  open(forward: number, limits: (slot: number, lower: number, upper: number) => void): void {
    const quotes = this.#quotes
    const price = this.#onTick(forward * 100)
    quotes.close[this.slot] = price
    quotes.lastPrice[this.slot] = price
    limits(this.slot, this.#onTick(price * 0.9), this.#onTick(price * 1.1))
    const interest = Math.round(FUTURE[this.contract.symbol].interestLots * this.#share) * this.contract.lotSize
    quotes.openInterest[this.slot] = interest
    quotes.openInterestHigh[this.slot] = interest
    quotes.openInterestLow[this.slot] = interest
  }

  write(forward: number, moment: QuoteContext, rng: Rng): void {
    const quotes = this.#quotes
    const { slot, contract } = this
    const traits = FUTURE[contract.symbol]
    const bits = rng.bits()
    const half = (traits.halfSpread * moment.spread) / Math.sqrt(this.#share)
    const bid = this.#onTick(forward * 100 - half)
    const ask = Math.max(bid + traits.tick, this.#onTick(forward * 100 + half))
    let bidTotal = 0
    let askTotal = 0
    for (let level = 0; level < DEPTH_LEVELS; level += 1) {
      const cell = slot * DEPTH_LEVELS + level
      const lots = traits.topLots * 1.5 ** level * moment.quantity
      quotes.bidPrice[cell] = bid - level * traits.tick
      quotes.askPrice[cell] = ask + level * traits.tick
      quotes.bidQuantity[cell] = Math.max(1, Math.round(lots * (0.5 + ((bits >>> 4) & 31) / 31))) * contract.lotSize
      quotes.askQuantity[cell] = Math.max(1, Math.round(lots * (0.5 + ((bits >>> 9) & 31) / 31))) * contract.lotSize
      bidTotal += quotes.bidQuantity[cell]
      askTotal += quotes.askQuantity[cell]
    }
    quotes.buyQuantity[slot] = bidTotal * 10
    quotes.sellQuantity[slot] = askTotal * 10
    this.#trade((bits & 1) === 1 ? ask : bid, this.#lots(moment, bits) * contract.lotSize, moment)
    quotes.exchangeAt[slot] = moment.at - (moment.at % 1000)
    quotes.receivedAt[slot] = moment.at
    this.#recorder.record(
      slot,
      moment.minute,
      quotes.lastPrice[slot]!,
      quotes.volume[slot]!,
      quotes.openInterest[slot]!,
    )
  }

  #lots(moment: QuoteContext, bits: number): number {
    const expected =
      (FUTURE[this.contract.symbol].lotsAMinute * this.#share * moment.activity * moment.sinceMs) / 60_000
    return Math.floor(expected * (0.4 + ((bits >>> 16) & 255) / 212) + ((bits >>> 24) & 255) / 256)
  }

  #trade(price: number, quantity: number, moment: QuoteContext): void {
    const quotes = this.#quotes
    const { slot } = this
    // The first print of the day always has a trade: the future opens with its auction.
    const traded = quotes.volume[slot] === 0 ? Math.max(quantity, this.contract.lotSize) : quantity
    if (traded === 0) return
    quotes.lastPrice[slot] = price
    quotes.lastQuantity[slot] = this.contract.lotSize
    quotes.volume[slot]! += traded
    this.#turnover += price * traded
    quotes.averagePrice[slot] = Math.round(this.#turnover / quotes.volume[slot]!)
    extendRange(quotes, slot, price)
    quotes.lastTradeAt[slot] = moment.at - (moment.at % 1000)
  }

  #onTick(paise: number): number {
    const { tick } = FUTURE[this.contract.symbol]
    return Math.round(paise / tick) * tick
  }
}
