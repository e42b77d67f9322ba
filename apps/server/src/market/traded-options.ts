import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Logger } from '../logging/logger.ts'
import type { MarketDay } from './market-day.ts'
import type { OptionPricing } from './option-pricing.ts'
import type { SnapshotPublisher } from './snapshots.ts'

/** More contracts than decisions of a day choose; the oldest leaves first. */
const MAX_CONTRACTS = 64

/** JSON of the bus snapshot `option.<token>`: a contract's day so far, and what its present price is made of. */
interface TradedOption {
  readonly tradingsymbol: string
  /** Start of the first minute, epoch ms. */
  readonly from: number
  /** Open, high, low and close of consecutive minutes, in paise; the last one is under way. */
  readonly prices: readonly number[]
  readonly pricing: OptionPricing | null
}

export interface TradedOptionsOptions {
  readonly day: Pick<MarketDay, 'table' | 'minutes' | 'history'>
  readonly pricingOf: (contract: OptionContract) => OptionPricing | null
  readonly publisher: Pick<SnapshotPublisher, 'put'>
  readonly logger: Pick<Logger, 'warn'>
  /** When the feed was opened. */
  readonly now: EpochMs
}

/**
 * Shows the contracts today's decisions chose to buy. Whatever any account traded by a decision is among them, so a trade can
 * be drawn on its own option without this role knowing who holds what.
 */
export class TradedOptions {
  readonly #options: TradedOptionsOptions
  /** First minute the feed was watched from its start. */
  readonly #watchedFrom: EpochMs
  readonly #contracts = new Map<number, OptionContract>()
  /** One question to the broker at a time. */
  #filling: Promise<void> = Promise.resolve()
  #closed = false

  constructor(options: TradedOptionsOptions) {
    this.#options = options
    this.#watchedFrom = (Math.ceil(options.now / MINUTE_MS) * MINUTE_MS) as EpochMs
  }

  /** Shows `contract` from now on. What was traded before the feed was opened comes from the broker's history. */
  add(contract: OptionContract): void {
    const { table } = this.#options.day
    if (this.#contracts.has(contract.token) || table.slotOf(contract.token) < 0) return
    if (this.#contracts.size >= MAX_CONTRACTS) this.#contracts.delete(this.#contracts.keys().next().value!)
    this.#contracts.set(contract.token, contract)
    this.#filling = this.#filling.then(() => this.#fillIn(contract))
  }

  publish(now: EpochMs): void {
    const { day, pricingOf, publisher } = this.#options
    for (const contract of this.#contracts.values()) {
      const series = day.minutes.series(day.table.slotOf(contract.token), now)
      if (series === undefined) continue
      const { tradingsymbol, token } = contract
      publisher.put(`option.${token}`, {
        tradingsymbol,
        ...series,
        pricing: pricingOf(contract),
      } satisfies TradedOption)
    }
  }

  /** Asks the broker no more. */
  close(): void {
    this.#closed = true
  }

  async #fillIn({ token, tradingsymbol }: OptionContract): Promise<void> {
    const { day, logger } = this.#options
    if (this.#closed || this.#watchedFrom <= day.minutes.opensAt) return
    try {
      day.minutes.fill(day.table.slotOf(token), await day.history(token), this.#watchedFrom)
    } catch (error) {
      // A chart that begins later is all that is lost.
      logger.warn({ err: error, tradingsymbol }, 'no earlier minutes of a bought option')
    }
  }
}
