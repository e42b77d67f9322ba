import type { CircuitLimits, HistoryBar, PricePath } from '@strikewise/exchange/price-path.ts'
import type { InstrumentList } from '@strikewise/domain/instruments/contract.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'

/** A day of the followed market: its contracts as the broker lists them, and the table its ticker writes into. */
export interface FollowedDay {
  readonly day: IstDate
  readonly instruments: InstrumentList
  readonly csv: string
  readonly quotes: QuoteTable
  /** Price bands by token, as they stood when the day was opened. */
  readonly limits: ReadonlyMap<number, CircuitLimits>
}

/** Without a band nothing is known to be inside it: such a contract takes no order. */
const NO_LIMITS: CircuitLimits = { lower: 0 as Paise, upper: 0 as Paise }

/**
 * A price path that is set from outside: a ticker writes the quotes, and stepping only moves the time. Until a day has
 * been opened nothing is listed. It keeps no bars: its follower has the broker's own history.
 */
export class FollowedPath implements PricePath {
  #now: EpochMs
  #shown: FollowedDay
  #next: FollowedDay | undefined

  constructor(now: EpochMs, day: IstDate) {
    this.#now = now
    const instruments = { on: day, fetchedAt: now, options: [], futures: [] }
    this.#shown = { day, instruments, csv: 'instrument_token\n', quotes: new QuoteTable(0), limits: new Map() }
  }

  /** Shows another day, or the same day's newer table, from the next step on. */
  show(next: FollowedDay): void {
    this.#next = next
  }

  /** Takes every offer away: quotes that are not renewed must not be traded against. */
  clearQuotes(): void {
    for (const { quotes } of [this.#shown, ...(this.#next === undefined ? [] : [this.#next])])
      for (const column of [quotes.bidPrice, quotes.askPrice, quotes.bidQuantity, quotes.askQuantity]) column.fill(0)
  }

  get now(): EpochMs {
    return this.#now
  }

  get day(): IstDate {
    return this.#shown.day
  }

  get quotes(): QuoteTable {
    return this.#shown.quotes
  }

  get instruments(): InstrumentList {
    return this.#shown.instruments
  }

  step(now: EpochMs): void {
    if (now <= this.#now) return
    this.#now = now
    if (this.#next !== undefined) this.#shown = this.#next
    this.#next = undefined
  }

  skipTo(now: EpochMs): void {
    this.step(now)
  }

  circuitLimits(token: number): CircuitLimits {
    return this.#shown.limits.get(token) ?? NO_LIMITS
  }

  /** The last price: the trades of the last half minute are not streamed. */
  referencePrice(token: number): Paise {
    const { quotes } = this.#shown
    const slot = quotes.slotOf(token)
    return (slot < 0 ? 0 : quotes.last(slot)) as Paise
  }

  instrumentsCsv(): string {
    return this.#shown.csv
  }

  command(): void {
    throw new RangeError('this market follows a real one: its course cannot be changed')
  }

  history(): HistoryBar[] {
    return []
  }

  async historyInSlices(): Promise<HistoryBar[]> {
    return this.history()
  }
}
