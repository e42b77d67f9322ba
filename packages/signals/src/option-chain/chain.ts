import type { SignalParams } from '../registry/params.ts'
import type { IndexSymbol, OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { YEAR_SECONDS } from '@strikewise/domain/market/black76.ts'
import { ChainHistory } from './chain-history.ts'
import { LegAverages, UNKNOWN } from './leg-averages.ts'
import type { QuotesOnDemand } from './quotes-on-demand.ts'
import { LegGreeks } from '@strikewise/domain/market/leg-greeks.ts'
import { maxPain } from '@strikewise/domain/market/max-pain.ts'
import { openInterestWalls } from '@strikewise/domain/market/oi-walls.ts'
import { parityForward } from '@strikewise/domain/market/parity-forward.ts'
import { putCallRatio } from '@strikewise/domain/market/pcr.ts'
import { skewAt25, volatilityAt } from '@strikewise/domain/market/volatility-smile.ts'
import { optionLegs, PUT, type OptionLegs } from '@strikewise/domain/market/option-legs.ts'
import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'

export interface OptionChainOptions {
  readonly symbol: IndexSymbol
  /** All of one expiry. */
  readonly contracts: readonly OptionContract[]
  readonly table: QuoteTable
  /** When the session opens: contracts' minutes are counted from here. */
  readonly opensAt: EpochMs
  /** Clock of the expiry: close of the option segment on the expiry day. */
  readonly expiresAt: EpochMs
  readonly params: SignalParams['chain']
  /** Undefined: the table's quotes are always current. */
  readonly onDemand?: QuotesOnDemand | undefined
}

/** Strikes each side of the money whose quotes are checked (`agents/chain-health.ts`), and those a minute may move over. */
const CHECKED_STRIKES = 5
const SPARE_STRIKES = 1
/** Deltas so far outside the range of entries that no strike beyond them can be in it. */
const DELTA_MARGIN = 0.05

/**
 * The option chain of one index and expiry (signals reference §1.4), read from the quote table's columns. `snapshot`
 * computes everything in one pass; `tick` and `closeMinute` keep the one-minute averages and the history. Prices here
 * are rupees (doubles), open interest units; NaN means not known. Legs: 2i the call of strike i, 2i + 1 its put.
 */
export class OptionChain {
  readonly symbol: IndexSymbol
  readonly expiry: IstDate | undefined
  readonly legs: OptionLegs
  readonly averages: LegAverages
  readonly history: ChainHistory
  /** By leg. */
  readonly price: Float64Array
  readonly spread: Float64Array
  readonly iv: Float64Array
  readonly delta: Float64Array
  readonly gamma: Float64Array
  readonly vega: Float64Array
  readonly theta: Float64Array
  readonly openInterest: Float64Array
  readonly volume: Float64Array
  /** Open interest when the session's first minute ended; NaN where no quote had come by then, or it was not observed. */
  readonly openingInterest: Float64Array
  /** When the last snapshot was taken, and the newest receipt of any leg's quote in it (0: none yet). */
  snapshotAt = 0
  quotedAt = 0
  /** Years to expiry at the snapshot. */
  years = 0
  forward = Number.NaN
  /** Index of the strike nearest the forward; -1 while there is no forward. */
  atm = -1
  /** First and last strike index of the band around the money (ATM ± 10 strikes); empty without a forward. */
  bandLow = 0
  bandHigh = -1
  atmIv = Number.NaN
  /** Price of the call and the put at the money together. */
  straddle = Number.NaN
  skew = Number.NaN
  pcrOpenInterest = Number.NaN
  pcrVolume = Number.NaN
  /** Strike (points). */
  maxPain = Number.NaN
  resistance = Number.NaN
  support = Number.NaN
  readonly #options: OptionChainOptions
  readonly #greeks: LegGreeks

  constructor(options: OptionChainOptions) {
    this.#options = options
    this.symbol = options.symbol
    this.expiry = options.contracts[0]?.expiry
    this.legs = optionLegs(options.contracts, options.table)
    const legs = this.legs.slots.length
    const unknown = () => new Float64Array(legs).fill(Number.NaN)
    this.price = unknown()
    this.spread = unknown()
    this.#greeks = new LegGreeks(this.legs.strikes)
    this.iv = this.#greeks.iv
    this.delta = this.#greeks.delta
    this.gamma = this.#greeks.gamma
    this.vega = this.#greeks.vega
    this.theta = this.#greeks.theta
    this.openInterest = new Float64Array(legs)
    this.volume = new Float64Array(legs)
    this.openingInterest = unknown()
    this.averages = new LegAverages(legs, options.opensAt, options.params.emaLength)
    this.history = new ChainHistory(legs, options.params.windowMinutes)
  }

  /** The newest quote of `leg` is in the table. */
  tick(leg: number, exchangeAt: EpochMs): void {
    const slot = this.legs.slots[leg]!
    const { table } = this.#options
    // A packet repeats the last trade: it belongs to the minute it was made in.
    const tradedAt = table.lastTradeAt[slot]!
    if (table.lastPrice[slot]! > 0)
      this.averages.tick(leg, table.lastPrice[slot]!, (tradedAt > 0 ? tradedAt : exchangeAt) as EpochMs)
  }

  /** Recomputes everything from the quotes as they stand. O(contracts). */
  snapshot(now: EpochMs): void {
    const { params } = this.#options
    const { strikes } = this.legs
    this.#readPrices(now, 0, strikes.length - 1)
    this.#greeks.solve(this.price, this.forward, this.years, params.rate)
    const low = Math.max(0, this.atm - params.bandStrikes)
    const high = this.atm < 0 ? -1 : Math.min(strikes.length - 1, this.atm + params.bandStrikes)
    this.bandLow = low
    this.bandHigh = high
    this.pcrOpenInterest = putCallRatio(this.openInterest, low, high)
    this.pcrVolume = putCallRatio(this.volume, low, high)
    this.maxPain = maxPain(strikes, this.openInterest, this.forward)
    const walls = openInterestWalls(strikes, this.openInterest, this.forward, low, high)
    this.resistance = walls.resistance
    this.support = walls.support
    this.atmIv = volatilityAt(this.forward, strikes, this.iv)
    this.straddle = this.atm < 0 ? Number.NaN : this.price[2 * this.atm]! + this.price[2 * this.atm + PUT]!
    this.skew =
      this.years * 365 < params.skewMinDays ? Number.NaN : skewAt25(strikes, this.iv, this.delta, this.forward)
  }

  /**
   * Prices, the forward and the strike at the money alone, from the quotes as they stand near where the money was: the
   * same as a snapshot's, however far the money has moved since.
   */
  snapshotPrices(now: EpochMs): void {
    const last = this.legs.strikes.length - 1
    const reach = CHECKED_STRIKES + SPARE_STRIKES
    const low = this.atm < 0 ? 0 : Math.max(0, this.atm - reach)
    const high = this.atm < 0 ? last : Math.min(last, this.atm + reach)
    this.#readPrices(now, low, high)
    if (!this.#holdsMoney(low, high)) this.#readPrices(now, 0, last)
  }

  /** After `snapshotPrices`: volatilities and greeks of every leg an entry may choose, read as far out as their deltas go. */
  solveNear({ deltaMin, deltaMax }: { readonly deltaMin: number; readonly deltaMax: number }): void {
    this.#greeks.clear()
    if (this.atm < 0) return
    // Deltas of calls: a put's is its call's less 1.
    const highest = Math.max(deltaMax, 1 - deltaMin) + DELTA_MARGIN
    const lowest = Math.min(deltaMin, 1 - deltaMax) - DELTA_MARGIN
    for (let i = this.atm; i >= 0 && !(this.#solveStrike(i) > highest); i -= 1);
    for (let i = this.atm + 1; i < this.legs.strikes.length && !(this.#solveStrike(i) < lowest); i += 1);
  }

  /** Closes the legs' minute ending at `at` and keeps the last snapshot under that instant. */
  closeMinute(at: EpochMs): void {
    this.averages.closeMinute()
    if (at === this.#options.opensAt + MINUTE_MS) this.#storeOpeningInterest()
    const moment = this.history.claim(at)
    moment.forward = this.forward
    moment.skew = this.skew
    moment.resistance = this.resistance
    moment.support = this.support
    moment.openInterest.set(this.openInterest)
    moment.iv.set(this.iv)
    moment.price.set(this.price)
  }

  /**
   * Above-EMA flag of a leg: its last price against the average of its closed minutes. ABOVE, NOT_ABOVE or UNKNOWN (also
   * when its last trade is too old).
   */
  aboveEma(leg: number): number {
    const slot = this.legs.slots[leg]!
    if (slot < 0) return UNKNOWN
    const { table, params } = this.#options
    if (!(this.snapshotAt - table.lastTradeAt[slot]! <= params.emaTradeAgeMs)) return UNKNOWN
    return this.averages.flag(leg, table.lastPrice[slot]!)
  }

  /** One standard deviation of the move to expiry, in points: the straddle is the mean absolute move. */
  get expectedMove(): number {
    return Math.sqrt(Math.PI / 2) * this.straddle * Math.exp(this.#options.params.rate * this.years)
  }

  #storeOpeningInterest(): void {
    const { slots } = this.legs
    const { receivedAt } = this.#options.table
    for (let leg = 0; leg < slots.length; leg += 1)
      if (slots[leg]! >= 0 && receivedAt[slots[leg]!]! > 0) this.openingInterest[leg] = this.openInterest[leg]!
  }

  /** Delta of the call of strike number `i`; NaN when it has no volatility. */
  #solveStrike(i: number): number {
    const { rate } = this.#options.params
    this.#readQuotes(this.snapshotAt as EpochMs, i, i)
    this.#greeks.solve(this.price, this.forward, this.years, rate, 2 * i, 2 * i + PUT)
    return this.delta[2 * i]!
  }

  #readPrices(now: EpochMs, low: number, high: number): void {
    const { params, expiresAt } = this.#options
    const { strikes } = this.legs
    this.snapshotAt = now
    this.years = Math.max(0, (expiresAt - now) / 1000 / YEAR_SECONDS)
    this.price.fill(Number.NaN)
    this.quotedAt = 0
    this.#readQuotes(now, low, high)
    const growth = Math.exp(params.rate * this.years)
    this.forward = parityForward(strikes, this.price, growth, params.forwardStrikes)
    this.atm = nearestStrike(strikes, this.forward)
  }

  /** Whether strikes number `low` to `high` are all that a snapshot of the whole chain has its forward and checks from. */
  #holdsMoney(low: number, high: number): boolean {
    const last = this.legs.strikes.length - 1
    if (low === 0 && high === last) return true
    const { atm } = this
    if (atm < 0 || (low > 0 && atm - CHECKED_STRIKES < low) || (high < last && atm + CHECKED_STRIKES > high))
      return false
    let known = 0
    for (let i = Math.max(0, atm - CHECKED_STRIKES); i <= Math.min(last, atm + CHECKED_STRIKES); i += 1)
      if (!Number.isNaN(this.price[2 * i]! + this.price[2 * i + PUT]!)) known += 1
    return known >= this.#options.params.forwardStrikes
  }

  #readQuotes(now: EpochMs, low: number, high: number): void {
    const { table, params, onDemand } = this.#options
    const { slots } = this.legs
    if (this.expiry !== undefined) onDemand?.quoteStrikes(this.expiry, low, high)
    let newest = this.quotedAt
    for (let leg = 2 * low; leg <= 2 * high + PUT; leg += 1) {
      const slot = slots[leg]!
      if (slot < 0) continue
      this.openInterest[leg] = table.openInterest[slot]!
      this.volume[leg] = table.volume[slot]!
      if (table.receivedAt[slot]! > newest) newest = table.receivedAt[slot]!
      const bid = table.bidPrice[slot * DEPTH_LEVELS]! / 100
      const ask = table.askPrice[slot * DEPTH_LEVELS]! / 100
      const mid = (bid + ask) / 2
      const spread = bid > 0 && ask > 0 ? ask - bid : Number.NaN
      this.spread[leg] = spread
      if (spread >= 0 && spread <= Math.max(params.spreadRupees, params.spreadShare * mid) + 1e-9) this.price[leg] = mid
      else if (table.lastPrice[slot]! > 0 && now - table.lastTradeAt[slot]! < params.lastPriceAgeMs)
        this.price[leg] = table.lastPrice[slot]! / 100
      else this.price[leg] = Number.NaN
    }
    this.quotedAt = newest
  }
}

/** Index of the strike nearest `level` (the lower of two at the same distance); -1 when `level` is NaN or none is listed. */
export function nearestStrike(strikes: Float64Array, level: number): number {
  if (level !== level) return -1
  let best = -1
  for (let i = 0; i < strikes.length; i += 1)
    if (best < 0 || Math.abs(strikes[i]! - level) < Math.abs(strikes[best]! - level)) best = i
  return best
}
