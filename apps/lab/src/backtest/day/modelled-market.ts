import { entryExpiry } from '@strikewise/signals/decision/entry-expiry.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import type { IndexSymbol, OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Session, TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { DAY_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { FIRST_CLOSE } from '@strikewise/exchange/prices/calibration.ts'
import { instrumentsOf } from '@strikewise/exchange/prices/instruments-of-day.ts'
import { MarketDay } from '@strikewise/exchange/prices/market-day.ts'
import { noInfluence } from '@strikewise/exchange/prices/scenario.ts'
import { recordedOutlook } from '../premiums/recorded-outlook.ts'
import { STEP_MS } from '../session-steps.ts'
import { AFTER_SPIKE, type DayMarket } from './day-market.ts'
import { TickSpot } from './tick-spot.ts'
import { TrailingSpot } from './trailing-spot.ts'

/** Strikes each side of the open: the chain agent reads ten each side of the money, however far the index moves. */
const STRIKES_EACH_SIDE = 20

export interface ModelledDay {
  readonly seed: string
  readonly symbol: IndexSymbol
  readonly session: Session
  readonly calendar: TradingCalendar
  readonly bars: readonly Candle[]
  readonly previousClose: Paise
  readonly level: number
  /** The index's ticks where they were recorded; else its course inside each bar is drawn. */
  readonly ticks?: Float64Array | undefined
}

/**
 * Options of a recorded index day as the sandbox's market model makes them: the same books, spreads and open
 * interest. A contract is priced when it is read, and shows what it would show if all were.
 */
export class ModelledMarket implements DayMarket {
  readonly pricing = 'modelled'
  readonly quotes: QuoteTable
  readonly contracts: DayMarket['contracts']
  readonly #day: MarketDay
  /** Number of each contract's strike in its expiry, ascending, by token. */
  readonly #strikes = new Map<number, number>()
  readonly #opensAt: EpochMs
  readonly #calm = noInfluence()
  readonly #shocked = { ...noInfluence(), spread: AFTER_SPIKE.factor }
  #shockedUntil = 0
  #quoted = 0

  constructor(day: ModelledDay) {
    const { seed, symbol, session, calendar, bars, level, ticks } = day
    this.#opensAt = session.opensAt
    const list = instrumentsOf(session.day, levels(symbol, bars[0]!.open), STRIKES_EACH_SIDE, calendar)
    const near = optionsOf(list.options, symbol, 0)
    const expiry = near[0]!.expiry
    const useNext = entryExpiry(symbol, session.day, expiry, calendar, SIGNAL_PARAMS.entry) === 'next'
    const next = useNext ? optionsOf(list.options, symbol, 1) : []
    const volatility = { level, outlook: recordedOutlook(symbol, session) }
    const source =
      ticks === undefined
        ? new TrailingSpot(seed, symbol, session.day, bars, volatility)
        : new TickSpot(symbol, ticks, volatility)
    const closes = levels(symbol, day.previousClose)
    const carried = { nifty: closes.NIFTY, bank: closes.BANKNIFTY, shift: 0, closedAt: session.preOpenAt }
    // The day's number seeds its books; the day itself is as good.
    const ordinal = Date.parse(session.day) / DAY_MS
    const listed = { ...list, options: [...near, ...next], futures: [] }
    this.#day = new MarketDay(seed, session, ordinal, carried, listed, source, calendar, true)
    this.quotes = this.#day.quotes
    this.contracts = { near, next, future: undefined }
    for (const contracts of [near, next])
      for (const side of ['CE', 'PE'])
        for (const [i, { token }] of contracts.filter((contract) => contract.side === side).entries())
          this.#strikes.set(token, i)
  }

  play(step: number, books: boolean): void {
    const at = this.#opensAt + step * STEP_MS
    this.#day.play(step, at < this.#shockedUntil ? this.#shocked : this.#calm, books)
  }

  quoteStrikes(expiry: IstDate, low: number, high: number): void {
    this.#quoted += this.#day.quoteStrikes(expiry, low, high)
  }

  get quoted(): number {
    return this.#quoted
  }

  quoteContract({ token, expiry }: OptionContract): void {
    const strike = this.#strikes.get(token)!
    this.quoteStrikes(expiry, strike, strike)
  }

  spiked(end: EpochMs): void {
    this.#shockedUntil = end + AFTER_SPIKE.lastsMs
  }
}

/** Both indices' levels in points from the one that is known; the other's only has to be of the right size. */
function levels(symbol: IndexSymbol, price: Paise): { NIFTY: number; BANKNIFTY: number } {
  const ratio = FIRST_CLOSE.BANKNIFTY / FIRST_CLOSE.NIFTY
  const points = price / 100
  return symbol === 'NIFTY'
    ? { NIFTY: points, BANKNIFTY: points * ratio }
    : { NIFTY: points / ratio, BANKNIFTY: points }
}

/** The contracts of the `nth` expiry of an index. */
function optionsOf(options: readonly OptionContract[], symbol: IndexSymbol, nth: number): OptionContract[] {
  const ofSymbol = options.filter((option) => option.symbol === symbol)
  const expiry = [...new Set(ofSymbol.map((option) => option.expiry))][nth]
  return ofSymbol.filter((option) => option.expiry === expiry)
}
