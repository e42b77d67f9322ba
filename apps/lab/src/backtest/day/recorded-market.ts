import {
  ASK,
  ASK_QUANTITY,
  BID,
  BID_QUANTITY,
  CHAIN_VALUES,
  INTEREST,
  LTP,
  VOLUME,
  type RecordedChain,
} from '@strikewise/chain-history/recorded-chain.ts'
import { INDEX_TOKENS, type IndexSymbol, type OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { expiriesFor } from '@strikewise/domain/instruments/expiries.ts'
import { lotSizeOfExpiry } from '@strikewise/domain/instruments/lots.ts'
import { optionTradingsymbol } from '@strikewise/domain/instruments/names.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { DEPTH_LEVELS, QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { OPTION_TICK, floorToTick, ceilToTick } from '@strikewise/domain/money/ticks.ts'
import type { Session, TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { CHAIN } from '@strikewise/exchange/prices/calibration.ts'
import { MinuteRecorder } from '@strikewise/exchange/prices/minute-recorder.ts'
import { indexPaise, writeIndex } from '@strikewise/exchange/prices/index-and-future-quotes.ts'
import { ReplaySpot } from '@strikewise/exchange/prices/replay-spot.ts'
import { noInfluence } from '@strikewise/exchange/prices/scenario.ts'
import { STEP_MS } from '../session-steps.ts'
import { AFTER_SPIKE, type DayMarket } from './day-market.ts'

/** A snapshot stands for the market until the next one, but not longer than this: then its quotes grow old. */
const STANDS_MS = 90_000
/** Half spread where none was recorded (signals reference §3.6). */
const HALF_SPREAD = { least: 5, share: 0.0011 } as const
const WIDE_OPENING = { minutes: 5, factor: 2 } as const
/** Tokens of recorded contracts: they have none of their own, and the indices' are far below. */
const FIRST_TOKEN = 10_000_000

export interface RecordedDay {
  readonly seed: string
  readonly symbol: IndexSymbol
  readonly session: Session
  readonly calendar: TradingCalendar
  readonly bars: readonly Candle[]
  readonly previousClose: Paise
  readonly chain: RecordedChain
}

/** A recorded index day with its recorded option chain: each snapshot's quotes stand until the next one's. */
export class RecordedMarket implements DayMarket {
  readonly pricing = 'recorded'
  readonly quotes: QuoteTable
  readonly contracts: DayMarket['contracts']
  quoted = 0
  readonly #day: RecordedDay
  readonly #spot: ReplaySpot
  readonly #recorder: MinuteRecorder
  readonly #influence = noInfluence()
  readonly #indexSlot: number
  /** Slot of each leg; -1: of a later expiry. */
  readonly #slots: Int32Array
  readonly #lots: readonly number[]
  readonly #quantity: number
  #shown = -1
  #spikedUntil = 0

  constructor(day: RecordedDay) {
    const { seed, symbol, session, bars, chain, previousClose } = day
    this.#day = day
    const points = previousClose / 100
    this.#spot = new ReplaySpot(seed, new Map([[session.day, { barMinutes: 1, [symbol]: bars }]]))
    this.#spot.beginSession(session, 0, { nifty: points, bank: points })
    const contracts = contractsOf(day)
    const used = [
      ...new Set(contracts.filter(({ expiry }) => expiry >= session.day).map(({ expiry }) => expiry)),
    ].sort()
    const of = (expiry: string | undefined) => contracts.filter((contract) => contract.expiry === expiry)
    this.contracts = { near: of(used[0]), next: of(used[1]), future: undefined }
    const capacity = 3 + contracts.length
    this.quotes = new QuoteTable(capacity)
    this.#indexSlot = this.quotes.add(INDEX_TOKENS[symbol])
    this.quotes.close[this.#indexSlot] = previousClose
    const listed = new Set([...this.contracts.near, ...this.contracts.next])
    this.#slots = Int32Array.from(contracts, (contract) =>
      listed.has(contract) ? this.quotes.add(contract.token) : -1,
    )
    this.#lots = contracts.map(({ lotSize }) => lotSize)
    this.#recorder = new MinuteRecorder(capacity, Math.round((session.closesAt - session.opensAt) / MINUTE_MS))
    this.#quantity = Math.ceil(CHAIN[chain.symbol][0].topLots)
  }

  play(step: number, books: boolean): void {
    const { session, symbol } = this.#day
    const at = session.opensAt + step * STEP_MS
    const minute = (step * STEP_MS) / MINUTE_MS
    this.#spot.tick(minute, STEP_MS, this.#influence)
    const { nifty, bank } = this.#spot.latent
    const price = indexPaise(symbol === 'NIFTY' ? nifty : bank)
    writeIndex(this.quotes, this.#recorder, this.#indexSlot, price, Math.floor(minute), at)
    if (!books) return
    this.#quote(at, minute)
    this.quoted += this.contracts.near.length + this.contracts.next.length
  }

  /** Its quotes are always current. */
  quoteStrikes(): void {}

  quoteContract(): void {}

  spiked(end: EpochMs): void {
    this.#spikedUntil = end + AFTER_SPIKE.lastsMs
  }

  #quote(at: number, minute: number): void {
    const { chain } = this.#day
    let newest = this.#shown
    while (newest + 1 < chain.at.length && chain.at[newest + 1]! <= at) newest += 1
    // Snapshots that were passed over still hold the newest word on contracts that later ones leave out.
    for (let number = this.#shown + 1; number <= newest; number += 1)
      for (let row = chain.begins[number]!; row < chain.begins[number + 1]!; row += 1)
        this.#write(row, chain.at[number]!, minute)
    this.#shown = newest
    if (newest < 0 || at - chain.at[newest]! > STANDS_MS) return
    for (const slot of this.#slots)
      if (slot >= 0 && this.quotes.receivedAt[slot]! > 0)
        this.quotes.receivedAt[slot] = this.quotes.exchangeAt[slot] = at
  }

  #write(row: number, at: number, minute: number): void {
    const { leg, values } = this.#day.chain
    const number = leg[row]!
    const slot = number < 0 ? -1 : this.#slots[number]!
    if (slot < 0) return
    const { quotes } = this
    const value = (index: number) => values[row * CHAIN_VALUES + index]!
    const known = (index: number, otherwise: number) => (value(index) >= 0 ? value(index) : otherwise)
    const last = known(LTP, 0)
    const opening = minute < WIDE_OPENING.minutes ? WIDE_OPENING.factor : 1
    const wide = opening * (at < this.#spikedUntil ? AFTER_SPIKE.factor : 1)
    const half = wide * Math.max(HALF_SPREAD.least, last * HALF_SPREAD.share)
    const shown = this.#quantity * this.#lots[number]!
    const cell = slot * DEPTH_LEVELS
    quotes.lastPrice[slot] = last
    quotes.lastTradeAt[slot] = quotes.exchangeAt[slot] = quotes.receivedAt[slot] = at
    quotes.bidPrice[cell] = known(BID, last > 0 ? Math.max(0, floorToTick(last - half)) : 0)
    quotes.askPrice[cell] = known(ASK, last > 0 ? ceilToTick(last + half) : 0)
    quotes.bidQuantity[cell] = known(BID_QUANTITY, shown)
    quotes.askQuantity[cell] = known(ASK_QUANTITY, shown)
    quotes.volume[slot] = known(VOLUME, quotes.volume[slot]!)
    quotes.openInterest[slot] = known(INTEREST, quotes.openInterest[slot]!)
  }
}

function contractsOf({ symbol, session, calendar, chain }: RecordedDay): OptionContract[] {
  const listed = new Map(expiriesFor(symbol, session.day, calendar).map((expiry) => [expiry.expiry, expiry]))
  return chain.legs.map(({ expiry, strike, side }, i) => {
    const known = listed.get(expiry)
    return {
      token: FIRST_TOKEN + i,
      tradingsymbol:
        known === undefined ? `${symbol} ${expiry} ${strike} ${side}` : optionTradingsymbol(known, strike, side),
      symbol,
      expiry,
      strike,
      side,
      tickSize: OPTION_TICK,
      lotSize: lotSizeOfExpiry(symbol, expiry),
    }
  })
}
