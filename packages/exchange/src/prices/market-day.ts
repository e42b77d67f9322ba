import {
  INDEX_TOKENS,
  type IndexSymbol,
  type InstrumentList,
  type OptionContract,
} from '@strikewise/domain/instruments/contract.ts'
import { DEPTH_LEVELS, QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Session, TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { unitOf } from '../random/hash.ts'
import { Rng, type RngState } from '../random/rng.ts'
import {
  BASIS_NOISE,
  CARRY,
  CHAIN,
  LEVERAGE,
  LEVERAGE_FADE_MINUTES,
  PRINT_NOISE,
  TICK_MS,
  uShape,
  type ChainTraits,
} from './calibration.ts'
import { blockPricing } from './option-block.ts'
import { chainsOf, type Chain, type Future } from './chains-of.ts'
import { DeferredChain } from './deferred-chain.ts'
import { ChainQuotes, type ChainQuotesState } from './chain-quotes.ts'
import type { QuoteContext } from './quote-context.ts'
import { expiryInstant } from './instruments-of-day.ts'
import { MinuteRecorder } from './minute-recorder.ts'
import { MovementGauge, type MovementState } from './movement-gauge.ts'
import { OpenInterest } from './open-interest.ts'
import { FutureQuotes, indexPaise, writeIndex } from './index-and-future-quotes.ts'
import { PriceBands, type PriceBandsState } from './price-bands.ts'
import type { Influence } from './scenario.ts'
import type { SpotSource } from './spot-source.ts'
import { copyColumns, restoreColumns, type Columns } from './table-columns.ts'
import { atmDeviation, SessionVariance, sessionsTo, vixOf, yearsTo } from './volatility-surface.ts'

/** Where the indices stood at the end of the session before, and the volatility state that comes with it. */
export interface OvernightCarry {
  readonly nifty: number
  readonly bank: number
  /** Log shift of implied volatility. */
  readonly shift: number
  readonly closedAt: EpochMs
}

/** A day in the middle of its session: what does not follow from its list, its seed and where it began. */
export interface MarketDayState extends PriceBandsState, MovementState {
  readonly quotes: Columns
  readonly recorder: Columns
  readonly reference: Float64Array
  readonly turnover: Float64Array
  readonly rng: RngState
  /** Absent where an earlier version left the market. */
  readonly prints?: RngState
  readonly shift: number
  readonly basis: { readonly NIFTY: number; readonly BANKNIFTY: number }
  readonly lastBooksAt: number
  readonly booksEmpty: boolean
  readonly auction: { readonly NIFTY: number; readonly BANKNIFTY: number } | undefined
  readonly chains: readonly ChainQuotesState[]
  readonly futureTurnovers: readonly number[]
}

/** A night takes this part of the volatility shift away. */
const OVERNIGHT_SHIFT_SHARE = 0.6
/** The closing auction's value is printed this long after the index has left continuous trading (15:29). */
const AUCTION_MS = 14 * MINUTE_MS
const WIDE_OPENING_MINUTES = 5
/** Spreads are threefold for about the first minute of an aftershock. */
const FRESH_SHOCK = 0.72
const VIX_EVERY_MS = 15_000

/** What is left of σ√T when the settlement value is known: a tick's worth, so that the formula stays sound. */
const SETTLED_DEVIATION = 2e-5

/** One trading day of the simulated market: the table of its instruments and everything that moves it. */
export class MarketDay {
  readonly session: Session
  readonly instruments: InstrumentList
  readonly quotes: QuoteTable
  readonly recorder: MinuteRecorder
  /** Ticks of the session: the first at the open, the last half a second before the close. */
  readonly ticks: number
  readonly reference: Float64Array
  readonly #turnover: Float64Array
  readonly #bands: PriceBands
  readonly #source: SpotSource
  readonly #variance: SessionVariance
  readonly #shape: Float64Array
  readonly #rng: Rng
  /** Its own: the course of an index does not depend on how often quotes are written. */
  readonly #prints: Rng
  readonly #chains: Chain[]
  readonly #futures: Future[]
  readonly #slots: { readonly nifty: number; readonly bank: number; readonly vix: number }
  readonly #sessionsIn30Days: number
  #shift: number
  #basis = { NIFTY: 0, BANKNIFTY: 0 }
  readonly #movement = new MovementGauge()
  #lastQuotesAt: number
  #quotesEmpty = true
  /** Spot at the closing auction, once it is known: what contracts expiring today settle at. */
  #auction: { readonly NIFTY: number; readonly BANKNIFTY: number } | undefined

  constructor(
    seed: string,
    session: Session,
    ordinal: number,
    carried: OvernightCarry,
    instruments: InstrumentList,
    source: SpotSource,
    calendar: TradingCalendar,
    isOnDemand = false,
  ) {
    const minutes = Math.round((session.closesAt - session.opensAt) / MINUTE_MS)
    const capacity = 3 + instruments.options.length + instruments.futures.length
    this.session = session
    this.instruments = instruments
    this.ticks = Math.round((session.closesAt - session.opensAt) / TICK_MS)
    this.quotes = new QuoteTable(capacity)
    this.recorder = new MinuteRecorder(capacity, minutes)
    this.reference = new Float64Array(capacity)
    this.#turnover = new Float64Array(capacity)
    this.#bands = new PriceBands(capacity)
    this.#source = source
    this.#shape = uShape(minutes)
    this.#rng = new Rng(seed, 'books', ordinal)
    this.#prints = new Rng(seed, 'prints', ordinal)
    this.#shift = carried.shift * OVERNIGHT_SHIFT_SHARE
    this.#lastQuotesAt = session.opensAt - TICK_MS
    this.#sessionsIn30Days = sessionsTo(calendar, session.day, addDays(session.day, 30))
    this.#slots = {
      nifty: this.quotes.add(INDEX_TOKENS.NIFTY),
      bank: this.quotes.add(INDEX_TOKENS.BANKNIFTY),
      vix: this.quotes.add(INDEX_TOKENS.INDIAVIX),
    }
    source.beginSession(session, ordinal, carried)
    this.#shift += LEVERAGE * source.lastReturn
    this.#variance = new SessionVariance(source.level, minutes, source.outlook)
    const carryOf = (expiry: IstDate) =>
      CARRY.mean + CARRY.spread * (2 * unitOf(seed, 'carry', session.day.slice(0, 7), expiry) - 1)
    this.#chains = chainsOf(instruments).map(({ contracts, symbol, expiry, rank }) => {
      const rng = new Rng(seed, 'interest', symbol, expiry, ordinal)
      const book = this.#quotesOf(contracts, CHAIN[symbol][rank]!, rng)
      return {
        book,
        deferred: isOnDemand ? new DeferredChain(book, seed, 'contracts', symbol, expiry, ordinal) : undefined,
        expiry,
        symbol,
        expiresAt: expiryInstant(expiry, calendar),
        carry: carryOf(expiry),
        later: this.#variance.after(sessionsTo(calendar, session.day, expiry)),
      }
    })
    this.#futures = instruments.futures.map((contract) => ({
      book: new FutureQuotes(
        contract,
        contract === instruments.futures.find((other) => other.symbol === contract.symbol),
        this.quotes,
        this.recorder,
      ),
      symbol: contract.symbol,
      expiresAt: expiryInstant(contract.expiry, calendar),
      carry: carryOf(contract.expiry),
    }))
    this.#list(carried)
  }

  #quotesOf(contracts: readonly OptionContract[], traits: ChainTraits, rng: Rng): ChainQuotes {
    const interest = new OpenInterest(contracts[0]!, traits, rng)
    return new ChainQuotes(contracts, traits, interest, this.quotes, this.recorder, this.reference, this.#turnover)
  }

  /** Before the open: previous closes, price bands and open interest, at the last session's closing levels. */
  #list(carried: OvernightCarry): void {
    const { quotes } = this
    const setClose = (slot: number, price: number) => {
      quotes.close[slot] = price
      quotes.lastPrice[slot] = price
    }
    setClose(this.#slots.nifty, indexPaise(carried.nifty))
    setClose(this.#slots.bank, indexPaise(carried.bank))
    setClose(this.#slots.vix, Math.round(this.#vix(0, carried.shift) * 100))
    const limits = (slot: number, lower: number, upper: number) => this.#bands.set(slot, lower, upper)
    for (const chain of this.#chains) {
      const years = yearsTo(chain.expiresAt, carried.closedAt)
      const spot = chain.symbol === 'NIFTY' ? carried.nifty : carried.bank
      const deviation = this.#deviation(chain, 0, carried.shift, years)
      chain.book.block.price(spot * Math.exp(chain.carry * years), deviation, years, this.#source.outlook.smile)
      chain.book.open(limits)
    }
    for (const { book, symbol, carry, expiresAt } of this.#futures) {
      const spot = symbol === 'NIFTY' ? carried.nifty : carried.bank
      book.open(spot * Math.exp(carry * yearsTo(expiresAt, carried.closedAt)), limits)
    }
    quotes.exchangeAt.fill(carried.closedAt)
    quotes.receivedAt.fill(carried.closedAt)
  }

  /** A copy. */
  get state(): MarketDayState {
    return {
      quotes: copyColumns(this.quotes),
      recorder: copyColumns(this.recorder),
      reference: this.reference.slice(),
      turnover: this.#turnover.slice(),
      ...this.#bands.state,
      rng: this.#rng.state,
      prints: this.#prints.state,
      shift: this.#shift,
      basis: { ...this.#basis },
      ...this.#movement.state,
      lastBooksAt: this.#lastQuotesAt,
      booksEmpty: this.#quotesEmpty,
      auction: this.#auction,
      chains: this.#chains.map(({ book }) => book.state),
      futureTurnovers: this.#futures.map(({ book }) => book.turnover),
    }
  }

  /** Set on a day of the same list, seed and beginning. Throws RangeError when the lists differ. */
  set state(state: MarketDayState) {
    restoreColumns(this.quotes, state.quotes)
    restoreColumns(this.recorder, state.recorder)
    this.reference.set(state.reference)
    this.#turnover.set(state.turnover)
    this.#bands.state = state
    this.#rng.state = state.rng
    if (state.prints !== undefined) this.#prints.state = state.prints
    this.#shift = state.shift
    this.#basis = { ...state.basis }
    this.#movement.state = state
    this.#lastQuotesAt = state.lastBooksAt
    this.#quotesEmpty = state.booksEmpty
    this.#auction = state.auction
    for (const [i, { book }] of this.#chains.entries()) book.state = state.chains[i]!
    for (const [i, { book }] of this.#futures.entries()) book.turnover = state.futureTurnovers[i]!
  }

  limitsOf(slot: number): { lower: number; upper: number } {
    const last = this.quotes.lastPrice[slot]!
    return this.#futures.some(({ book }) => book.slot === slot)
      ? this.#bands.ofFuture(slot, last, this.quotes.close[slot]!)
      : this.#bands.ofOption(slot, last)
  }

  /** Where the market stands when the session is over. */
  overnightCarry(): OvernightCarry {
    const { nifty, bank } = this.#auction
      ? { nifty: this.#auction.NIFTY, bank: this.#auction.BANKNIFTY }
      : this.#source.latent
    return { nifty, bank, shift: this.#shift, closedAt: this.session.closesAt }
  }

  /** Plays tick number `tick` of the session. `booksDue`: whether futures and options are requoted at it. */
  play(tick: number, influence: Influence, quotesDue: boolean): void {
    const at = this.session.opensAt + tick * TICK_MS
    if (influence.halted) {
      if (!this.#quotesEmpty) this.#clearQuotes(at)
      return
    }
    const minute = (tick * TICK_MS) / MINUTE_MS
    const source = this.#source
    source.tick(minute, TICK_MS, influence)
    if (tick > 0)
      this.#shift += LEVERAGE * source.lastReturn - (this.#shift * TICK_MS) / MINUTE_MS / LEVERAGE_FADE_MINUTES
    if (tick > 0) this.#movement.add(source.lastReturn)
    const noise = source.isRecorded ? 0 : this.#prints.normal()
    if (!influence.quotesPaused && !influence.indexSilent) this.#printIndices(at, Math.floor(minute), noise)
    if (!quotesDue && !this.#quotesEmpty) return
    this.#writeQuotes(at, minute, influence)
  }

  #printIndices(at: number, minute: number, noise: number): void {
    const { nifty, bank } = this.#source.latent
    const { indexUntil } = this.session
    const inAuction = at >= indexUntil && !this.#source.isRecorded
    if (inAuction) {
      if (at < indexUntil + AUCTION_MS || this.#auction) return
      this.#auction = { NIFTY: nifty, BANKNIFTY: bank }
    }
    const wobble = inAuction ? 0 : noise
    const print = (slot: number, spot: number) =>
      writeIndex(this.quotes, this.recorder, slot, indexPaise(spot), minute, at)
    print(this.#slots.nifty, nifty * (1 + PRINT_NOISE.NIFTY * wobble))
    print(this.#slots.bank, bank * (1 + PRINT_NOISE.BANKNIFTY * wobble))
  }

  /**
   * Of a day on demand: quotes strikes number `low` to `high` of an expiry, ascending, as of the newest moment that was
   * due. Others keep what they last showed; minute bars and reference prices are not made of them. Returns how many
   * quotes it wrote.
   */
  quoteStrikes(expiry: IstDate, low: number, high: number): number {
    const of = this.#chains.filter((chain) => chain.expiry === expiry)
    return of.reduce((sum, { deferred }) => sum + (deferred?.quoteStrikes(low, high) ?? 0), 0)
  }

  #writeQuotes(at: number, minute: number, influence: Influence): void {
    const sinceMs = at - this.#lastQuotesAt
    const whole = Math.floor(minute)
    const shape = this.#shape[Math.min(whole, this.#shape.length - 1)]!
    const fresh = this.#source.aftershock > FRESH_SHOCK ? 3 : 1
    const opening = minute < WIDE_OPENING_MINUTES ? 2 : 1
    const moment: QuoteContext = {
      at,
      minute: whole,
      sinceMs,
      spread: influence.spread * Math.max(fresh, opening),
      quantity: influence.quantity,
      activity: shape * (0.5 + 0.6 * this.#movement.value),
      crossed: influence.crossed,
    }
    this.#stepBasis('NIFTY', sinceMs)
    this.#stepBasis('BANKNIFTY', sinceMs)
    if (influence.quotesPaused) return
    this.#lastQuotesAt = at
    this.#quotesEmpty = false
    for (const { book, symbol, carry, expiresAt } of this.#futures)
      book.write(this.#forward(symbol, carry, expiresAt, at), moment, this.#rng)
    const { smile } = this.#source.outlook
    for (const chain of this.#chains) {
      const years = yearsTo(chain.expiresAt, at)
      const deviation = this.#isSettled(chain.expiresAt)
        ? SETTLED_DEVIATION
        : this.#deviation(chain, minute, this.#shift, years)
      const forward = this.#forward(chain.symbol, chain.carry, chain.expiresAt, at)
      if (chain.deferred === undefined) {
        chain.book.block.price(forward, deviation, years, smile)
        chain.book.write(moment, this.#spot(chain.symbol), this.#rng)
      } else chain.deferred.add(moment, blockPricing(forward, deviation, years, smile), this.#spot(chain.symbol))
    }
    if (at % VIX_EVERY_MS === 0 || this.quotes.open[this.#slots.vix] === 0) {
      const vix = this.#vix(minute, this.#shift)
      writeIndex(this.quotes, this.recorder, this.#slots.vix, Math.round(vix * 100), whole, at)
    }
  }

  /** σ√T at the money of a chain, see `atmDeviation`. */
  #deviation(chain: Chain, minute: number, shift: number, years: number): number {
    const variance = this.#variance.restOfToday(minute, chain.expiresAt === this.session.closesAt) + chain.later
    const { premium, bankRatio } = this.#source.outlook
    return atmDeviation(variance, chain.symbol === 'NIFTY' ? 1 : bankRatio, shift, years, premium)
  }

  #vix(minute: number, shift: number): number {
    return vixOf(this.#variance, minute, this.#sessionsIn30Days, shift, this.#source.outlook.premium)
  }

  /** Spot × e^(carry T) and a noise that is gone at expiry; on expiry day after the auction the settled value itself. */
  #forward(symbol: IndexSymbol, carry: number, expiresAt: EpochMs, at: number): number {
    if (this.#auction && this.#isSettled(expiresAt)) return this.#auction[symbol]
    const spot = this.#spot(symbol)
    const years = yearsTo(expiresAt, at)
    const fade = Math.min(1, Math.sqrt(years * 365 * 4))
    return spot * Math.exp(carry * years) + this.#basis[symbol] * fade
  }

  #spot(symbol: IndexSymbol): number {
    return symbol === 'NIFTY' ? this.#source.latent.nifty : this.#source.latent.bank
  }

  /** True for contracts that expire today once the auction has fixed what they are worth. */
  #isSettled(expiresAt: EpochMs): boolean {
    return this.#auction !== undefined && expiresAt === this.session.closesAt
  }

  #stepBasis(symbol: IndexSymbol, sinceMs: number): void {
    const memory = Math.exp(-sinceMs / (BASIS_NOISE.minutes * MINUTE_MS))
    this.#basis[symbol] =
      this.#basis[symbol] * memory + BASIS_NOISE[symbol] * Math.sqrt(1 - memory * memory) * this.#rng.normal()
  }

  /** A halt: no bid, no ask, prices stay. */
  #clearQuotes(at: number): void {
    const { quotes } = this
    for (const column of [quotes.bidPrice, quotes.bidQuantity, quotes.askPrice, quotes.askQuantity])
      column.fill(0, 3 * DEPTH_LEVELS)
    quotes.buyQuantity.fill(0)
    quotes.sellQuantity.fill(0)
    quotes.receivedAt.fill(at, 3)
    this.#quotesEmpty = true
  }
}
