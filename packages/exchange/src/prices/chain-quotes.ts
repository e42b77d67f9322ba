import { OPTION_TICK } from '@strikewise/domain/money/ticks.ts'
import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { OptionContract, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { Rng } from '../random/rng.ts'
import { INTEREST, type ChainTraits } from './calibration.ts'
import type { MinuteRecorder } from './minute-recorder.ts'
import type { OpenInterest, OpenInterestState } from './open-interest.ts'
import { OptionBlock } from './option-block.ts'
import { extendRange } from './index-and-future-quotes.ts'
import type { QuoteContext } from './quote-context.ts'

/** Option prices are multiples of this many paise. */
/** Half spread at the money (signals reference §6) and of cheap options, in paise. */
const HALF_SPREAD_SHARE = 0.0011
const MIN_HALF_SPREAD = 5
const CHEAP = 2_000
const HALF_SPREAD_CHEAP = 2.5
/** Deep in the money the half spread grows by this share of the price a deviation beyond two, to 1 % and more. */
const DEEP_SPREAD_SHARE = 0.004
/** Below this theoretical price (paise) there is no bid. */
const NO_BID_UNDER = 2.5
/** Displayed quantities grow by this factor a level (§6). */
const LEVEL_GROWTH = 1.5
/** What all orders outside the five levels add to the totals. */
const TOTAL_FACTOR = 12
/** One in so many contracts crosses its quotes in a crossed chain. */
const CROSSED_EVERY = 7

export interface ChainQuotesState {
  readonly interest: OpenInterestState
  readonly interestMinute: number
}

/** The quotes of one index and expiry: prices from an `OptionBlock`, around them books, trades, volume and interest. */
export class ChainQuotes {
  readonly block: OptionBlock
  readonly contracts: readonly OptionContract[]
  readonly #quotes: QuoteTable
  readonly #recorder: MinuteRecorder
  readonly #reference: Float64Array
  readonly #turnover: Float64Array
  readonly #traits: ChainTraits
  /** Slot of the call and put of each strike. */
  readonly callSlots: Int32Array
  readonly putSlots: Int32Array
  readonly #lot: number
  readonly #interest: OpenInterest
  #interestMinute = -1

  constructor(
    contracts: readonly OptionContract[],
    traits: ChainTraits,
    interest: OpenInterest,
    quotes: QuoteTable,
    recorder: MinuteRecorder,
    reference: Float64Array,
    turnover: Float64Array,
  ) {
    const calls = contracts.filter((contract) => contract.side === 'CE')
    this.contracts = contracts
    this.block = new OptionBlock(calls.map((contract) => contract.strike))
    this.#quotes = quotes
    this.#recorder = recorder
    this.#reference = reference
    this.#turnover = turnover
    this.#traits = traits
    this.#lot = contracts[0]!.lotSize
    this.#interest = interest
    const slotOf = (side: OptionSide) =>
      Int32Array.from(
        contracts.filter((contract) => contract.side === side),
        (contract) => quotes.add(contract.token),
      )
    this.callSlots = slotOf('CE')
    this.putSlots = slotOf('PE')
  }

  /** What its quotes do not show. */
  get state(): ChainQuotesState {
    return { interest: this.#interest.state, interestMinute: this.#interestMinute }
  }

  set state({ interest, interestMinute }: ChainQuotesState) {
    this.#interest.state = interest
    this.#interestMinute = interestMinute
  }

  /**
   * Opening state from the block's present prices, as of the last close: they become previous close and last price, and
   * give the day's price band; open interest gets its shape.
   */
  open(limits: (slot: number, lower: number, upper: number) => void): void {
    const { block } = this
    for (let i = 0; i < block.strikes.length; i += 1) {
      for (const put of [false, true]) {
        const slot = (put ? this.putSlots : this.callSlots)[i]!
        const price = Math.max(
          OPTION_TICK,
          Math.round(((put ? block.puts : block.calls)[i]! * 100) / OPTION_TICK) * OPTION_TICK,
        )
        const delta = Math.abs(put ? block.callDeltas[i]! - 1 : block.callDeltas[i]!)
        const width = Math.max(price * 0.4, 2_000) + delta * block.forward * 100 * 0.1
        limits(slot, Math.max(OPTION_TICK, tick(price - width)), tick(price + width))
        this.#quotes.close[slot] = price
        this.#quotes.lastPrice[slot] = price
        this.#reference[slot] = price
        const outward = put ? -block.moneyness[i]! : block.moneyness[i]!
        this.#setInterest(slot, this.#interest.opening(block.strikes[i]!, outward, put))
      }
    }
  }

  #setInterest(slot: number, interest: number): void {
    this.#quotes.openInterest[slot] = interest
    this.#quotes.openInterestHigh[slot] = interest
    this.#quotes.openInterestLow[slot] = interest
  }

  /** Writes every quote of the chain from the block's present prices; the index stands at `spot` points. */
  write(moment: QuoteContext, spot: number, rng: Rng): void {
    const { block } = this
    const interestDue = this.followInterest(moment.minute, spot)
    for (let i = 0; i < block.strikes.length; i += 1) {
      const x = block.moneyness[i]!
      this.#write(this.callSlots[i]!, block.calls[i]! * 100, x, moment, rng)
      this.#write(this.putSlots[i]!, block.puts[i]! * 100, -x, moment, rng)
      if (interestDue && isInterestTurn(moment.minute, i)) {
        this.stepInterest(this.callSlots[i]!, x, false)
        this.stepInterest(this.putSlots[i]!, -x, true)
      }
    }
  }

  /** Open interest follows the index into another minute; false: it is in it already. */
  followInterest(minute: number, spot: number): boolean {
    if (minute === this.#interestMinute) return false
    this.#interest.follow(spot)
    this.#interestMinute = minute
    return true
  }

  /** See `OpenInterest.next`. */
  get pressure(): number {
    return this.#interest.pressure
  }

  #write(slot: number, fair: number, x: number, moment: QuoteContext, rng: Rng): void {
    const quotes = this.#quotes
    this.quote(slot, fair, x, moment, rng.bits())
    this.#reference[slot]! += (quotes.lastPrice[slot]! - this.#reference[slot]!) * Math.min(1, moment.sinceMs / 30_000)
    this.#recorder.record(
      slot,
      moment.minute,
      quotes.volume[slot] === 0 ? 0 : quotes.lastPrice[slot]!,
      quotes.volume[slot]!,
      quotes.openInterest[slot]!,
    )
  }

  /**
   * One contract: `fair` in paise, `x` its distance out of the money in deviations, `bits` its own 32 random bits of the
   * moment. `isPast`: other moments have followed, and of its book only what was traded is left.
   */
  quote(slot: number, fair: number, x: number, moment: QuoteContext, bits: number, isPast = false): void {
    const quotes = this.#quotes
    const spreadFactor = this.#traits.spread * moment.spread
    let half = fair < CHEAP ? HALF_SPREAD_CHEAP : Math.max(MIN_HALF_SPREAD, fair * HALF_SPREAD_SHARE)
    if (x < -2) half += fair * DEEP_SPREAD_SHARE * Math.min(4, -x - 2)
    half *= fair < CHEAP ? Math.max(1, spreadFactor / 2) : spreadFactor
    let bid =
      fair < NO_BID_UNDER ? 0 : Math.max(OPTION_TICK, Math.floor((fair - half) / OPTION_TICK + 0.5) * OPTION_TICK)
    let ask = Math.max(bid + OPTION_TICK, Math.floor((fair + half) / OPTION_TICK + 0.5) * OPTION_TICK)
    const [fairBid, fairAsk] = [bid, ask]
    if (moment.crossed && slot % CROSSED_EVERY === 0) {
      bid = fairAsk + OPTION_TICK
      ask = Math.max(OPTION_TICK, fairBid)
    }
    if (!isPast) this.#levels(slot, bid, ask, x, half, moment, bits)

    const trades = this.#traded(x, moment, bits)
    // A seller hits the bid or a buyer lifts the ask: the last price bounces between them.
    if (trades > 0) this.#trade(slot, bid === 0 || (bits & 1) === 1 ? ask : bid, trades * this.#lot, moment)
    quotes.exchangeAt[slot] = moment.at - (moment.at % 1000)
    quotes.receivedAt[slot] = moment.at
  }

  #levels(slot: number, bid: number, ask: number, x: number, half: number, moment: QuoteContext, bits: number): void {
    const quotes = this.#quotes
    const gap = Math.max(OPTION_TICK, Math.round((half * 0.6) / OPTION_TICK) * OPTION_TICK)
    // Cheap options far out show the largest quantities (cal §10); in the money there are almost none.
    const depth = x > 0.5 ? Math.min(120, 1 + 6 * (x - 0.5) * x) : x < -1 ? 0.4 : 1
    const lots = this.#traits.topLots * depth * moment.quantity
    let bidLots = lots * (0.4 + ((bits >>> 4) & 63) / 40)
    let askLots = lots * (0.4 + ((bits >>> 10) & 63) / 40)
    let bidTotal = 0
    let askTotal = 0
    const base = slot * DEPTH_LEVELS
    for (let level = 0; level < DEPTH_LEVELS; level += 1) {
      const bidPrice = bid - level * gap
      const showsBid = bid > 0 && bidPrice > 0
      const bidQuantity = showsBid ? Math.max(1, Math.round(bidLots)) * this.#lot : 0
      const askQuantity = Math.max(1, Math.round(askLots)) * this.#lot
      quotes.bidPrice[base + level] = showsBid ? bidPrice : 0
      quotes.bidQuantity[base + level] = bidQuantity
      quotes.askPrice[base + level] = ask + level * gap
      quotes.askQuantity[base + level] = askQuantity
      bidTotal += bidQuantity
      askTotal += askQuantity
      bidLots *= LEVEL_GROWTH
      askLots *= LEVEL_GROWTH
    }
    quotes.buyQuantity[slot] = bidTotal * TOTAL_FACTOR
    quotes.sellQuantity[slot] = askTotal * TOTAL_FACTOR
  }

  /** Lots traded since the books were last written. */
  #traded(x: number, moment: QuoteContext, bits: number): number {
    const share = Math.exp(x > 0 ? -0.8 * x : 1.4 * x)
    const expected = (this.#traits.lotsAMinute * share * moment.activity * moment.sinceMs) / 60_000
    const noise = 0.4 + ((bits >>> 16) & 255) / 212
    return Math.floor(expected * noise + ((bits >>> 24) & 255) / 256)
  }

  #trade(slot: number, price: number, quantity: number, moment: QuoteContext): void {
    const quotes = this.#quotes
    quotes.lastPrice[slot] = price
    quotes.lastQuantity[slot] = this.#lot * (1 + (quantity % 7))
    quotes.volume[slot]! += quantity
    this.#turnover[slot]! += price * quantity
    quotes.averagePrice[slot] = Math.round(this.#turnover[slot]! / quotes.volume[slot]!)
    extendRange(quotes, slot, price)
    quotes.lastTradeAt[slot] = moment.at - (moment.at % 1000)
  }

  /** The contract's turn to change its open interest; `own` and `pressure`: see `OpenInterest.next`. */
  stepInterest(slot: number, x: number, put: boolean, own?: number, pressure?: number): void {
    const quotes = this.#quotes
    const now = this.#interest.next(quotes.openInterest[slot]!, x, put, own, pressure)
    quotes.openInterest[slot] = now
    quotes.openInterestHigh[slot] = Math.max(quotes.openInterestHigh[slot]!, now)
    quotes.openInterestLow[slot] = Math.min(quotes.openInterestLow[slot]!, now)
  }
}

/** Whether the contracts of strike number `i` take their turn in a minute whose open interest is due. */
export function isInterestTurn(minute: number, i: number): boolean {
  return (minute + i) % INTEREST.everyMinutes === 0
}

function tick(price: number): number {
  return Math.round(price / OPTION_TICK) * OPTION_TICK
}
