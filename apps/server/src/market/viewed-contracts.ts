import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { OptionMinuteSeries, type MinuteSeries } from '@strikewise/domain/market/option-minutes.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OptionQuote } from '@strikewise/brokers/market-source.ts'
import type { Bus } from '../bus/bus.ts'
import {
  CONTRACT_VIEWED,
  contractKey,
  viewedTerms,
  type ContractView,
  type ExpiryQuote,
  type ViewedTerms,
} from '../bus/contract-views.ts'
import type { Logger } from '../logging/logger.ts'
import type { MarketDay } from './market-day.ts'
import type { SnapshotPublisher } from './snapshots.ts'

/** In real time, whatever the speed of the market's clock. */
const PUBLISH_MS = 1000
/** Rounds of publishing for which a contract is shown after a screen last asked for it. */
const SHOWN_ROUNDS = 15
/** Rounds from one call for quotes to the next: the broker takes one a second. */
const QUOTE_ROUNDS = 3
/** Each with its other expiries, a dozen at most, they fit into one call for quotes (500). The oldest leaves first. */
const MAX_CONTRACTS = 40

/** What is read of a day. */
export type ViewedDay = Pick<MarketDay, 'table' | 'minutes' | 'history' | 'listed' | 'optionQuotes'>

export interface ViewedContractsOptions {
  readonly bus: Bus
  readonly publisher: Pick<SnapshotPublisher, 'put' | 'drop'>
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Pick<Logger, 'warn' | 'error'>
}

interface Viewed {
  /** Undefined: the day lists no such contract. */
  readonly contract: OptionContract | undefined
  /** The same strike and side in every listed expiry. */
  readonly expiries: readonly OptionContract[]
  rounds: number
  /** Minutes from the broker's history, of a contract that the feed does not bring, until `readAt`. */
  past: { readonly minutes: OptionMinuteSeries; readonly readAt: EpochMs } | undefined
  /** The market's minute in which the history was last asked for. */
  requestedIn: number
}

/**
 * Shows the contracts that screens have open: their minutes of today and the quotes of their other expiries. What the feed
 * brings is at hand; what it does not, the broker's history and quotes have. A day that is over stays shown until the next.
 */
export class ViewedContracts {
  readonly #options: ViewedContractsOptions
  readonly #viewed = new Map<string, Viewed>()
  readonly #quotes = new Map<string, OptionQuote>()
  readonly #timer: NodeJS.Timeout
  readonly #unsubscribe: () => void
  #day: ViewedDay | undefined
  /** First minute the feed of the day was watched from its start. */
  #watchedFrom = 0 as EpochMs
  #isOpen = false
  #quotedAt = 0
  #round = 0
  #asking = false
  /** One question to the broker's history at a time. */
  #filling: Promise<void> = Promise.resolve()

  constructor(options: ViewedContractsOptions) {
    this.#options = options
    this.#unsubscribe = options.bus.subscribe(CONTRACT_VIEWED, (_subject, payload) => this.#take(payload))
    this.#timer = setInterval(() => this.publish(), PUBLISH_MS)
  }

  /** Shows contracts of `day` from now on. */
  open(day: ViewedDay): void {
    for (const key of this.#viewed.keys()) this.#drop(key)
    this.#quotes.clear()
    this.#quotedAt = 0
    this.#day = day
    this.#watchedFrom = (Math.ceil(this.#options.clock.now() / MINUTE_MS) * MINUTE_MS) as EpochMs
    this.#isOpen = true
  }

  /** The day's connections are closed: the broker is asked no more. */
  ended(): void {
    this.#isOpen = false
  }

  /** A round: publishes what is viewed and drops what no longer is. */
  publish(): void {
    const day = this.#day
    if (day === undefined) return
    this.#round += 1
    for (const [key, viewed] of this.#viewed) {
      viewed.rounds -= 1
      if (viewed.rounds <= 0) this.#drop(key)
      else this.#show(key, viewed, day)
    }
    if (this.#round % QUOTE_ROUNDS === 1) void this.#readQuotes(day)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#unsubscribe()
    this.#isOpen = false
  }

  #take(payload: unknown): void {
    const terms = viewedTerms.safeParse(payload)
    if (!terms.success) {
      this.#options.logger.error({ err: terms.error }, 'a viewed contract could not be read')
      return
    }
    const day = this.#day
    if (day === undefined) return
    const key = contractKey(terms.data)
    const known = this.#viewed.get(key)
    if (known !== undefined) {
      known.rounds = SHOWN_ROUNDS
      return
    }
    if (this.#viewed.size >= MAX_CONTRACTS) this.#drop(this.#viewed.keys().next().value!)
    const viewed = this.#viewedOf(terms.data, day)
    this.#viewed.set(key, viewed)
    this.#show(key, viewed, day)
    void this.#readQuotes(day)
  }

  #viewedOf({ symbol, strike, side, expiry }: ViewedTerms, { listed }: ViewedDay): Viewed {
    const expiries = listed.expiries(symbol).flatMap((one) => listed.option(symbol, one, strike, side) ?? [])
    const contract = expiries.find((one) => one.expiry === expiry)
    return { contract, expiries, rounds: SHOWN_ROUNDS, past: undefined, requestedIn: -1 }
  }

  #drop(key: string): void {
    this.#viewed.delete(key)
    this.#options.publisher.drop(`contract.${key}`)
  }

  #show(key: string, viewed: Viewed, day: ViewedDay): void {
    const { contract, expiries } = viewed
    const now = this.#options.clock.now()
    if (contract !== undefined) this.#requestHistory(viewed, contract, day, now)
    const shown: ContractView =
      contract === undefined
        ? null
        : {
            tradingsymbol: contract.tradingsymbol,
            series: seriesOf(viewed, contract, day, now),
            quotes: this.#quotedAt === 0 ? null : { at: this.#quotedAt, expiries: this.#quotesOf(expiries) },
          }
    this.#options.publisher.put(`contract.${key}`, shown)
  }

  #quotesOf(expiries: readonly OptionContract[]): ExpiryQuote[] {
    return expiries.flatMap(({ expiry, tradingsymbol }) => {
      const quote = this.#quotes.get(tradingsymbol)
      return quote === undefined ? [] : [{ expiry, ...quote }]
    })
  }

  /** Of a contract in the feed, once, what was before the feed; of another, what has closed since the last minute. */
  #requestHistory(viewed: Viewed, contract: OptionContract, day: ViewedDay, now: EpochMs): void {
    if (!this.#isOpen) return
    const isInFeed = day.table.slotOf(contract.token) >= 0
    const minute = Math.floor(now / MINUTE_MS)
    if (isInFeed ? viewed.requestedIn >= 0 || this.#watchedFrom <= day.minutes.opensAt : viewed.requestedIn === minute)
      return
    viewed.requestedIn = minute
    this.#filling = this.#filling.then(() => this.#readHistory(viewed, contract, day))
  }

  async #readHistory(viewed: Viewed, { token, tradingsymbol }: OptionContract, day: ViewedDay): Promise<void> {
    // The question may have waited until its screen was closed.
    if (!this.#isOpen || this.#day !== day || viewed.rounds <= 0) return
    const { clock, logger } = this.#options
    try {
      const bars = await day.history(token)
      const slot = day.table.slotOf(token)
      if (slot >= 0) {
        day.minutes.fill(slot, bars, this.#watchedFrom)
        return
      }
      const minutes = new OptionMinuteSeries(1, day.minutes.opensAt, day.minutes.closesAt)
      minutes.fill(0, bars, Number.POSITIVE_INFINITY as EpochMs)
      viewed.past = { minutes, readAt: clock.now() }
    } catch (error) {
      logger.warn({ err: error, tradingsymbol }, 'no earlier minutes of a viewed option')
    }
  }

  async #readQuotes(day: ViewedDay): Promise<void> {
    const names = new Set(
      [...this.#viewed.values()].flatMap(({ expiries }) => expiries.map((one) => one.tradingsymbol)),
    )
    if (!this.#isOpen || this.#asking || names.size === 0) return
    this.#asking = true
    const { clock, logger } = this.#options
    try {
      const quotes = await day.optionQuotes([...names])
      if (this.#day !== day) return
      this.#quotedAt = clock.now()
      for (const [name, quote] of quotes) this.#quotes.set(name, quote)
    } catch (error) {
      logger.warn({ err: error }, 'no quotes of the other expiries of a viewed option')
    } finally {
      this.#asking = false
    }
  }
}

/** The last minute may be under way; of a contract that is not in the feed it is the one in which the history was read. */
function seriesOf(viewed: Viewed, { token }: OptionContract, day: ViewedDay, now: EpochMs): MinuteSeries | null {
  const slot = day.table.slotOf(token)
  if (slot < 0 && viewed.past === undefined) return null
  const series =
    slot >= 0
      ? day.minutes.series(slot, now)
      : viewed.past!.minutes.series(0, (viewed.past!.readAt - MINUTE_MS) as EpochMs)
  return series ?? { from: day.minutes.opensAt, prices: [] }
}
