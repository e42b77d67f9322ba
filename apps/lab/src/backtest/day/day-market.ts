import type { SessionContracts } from '@strikewise/signals/decision/symbol-pipeline-options.ts'
import type { QuotesOnDemand } from '@strikewise/signals/option-chain/quotes-on-demand.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'

/** How much wider the spread is after a jump, and for how long. */
export const AFTER_SPIKE = { factor: 3, lastsMs: 60_000 } as const

/** Where the prices of the options came from: reported beside every figure. */
export type Pricing = 'modelled' | 'recorded'

/** One index's market during one recorded session. */
export interface DayMarket extends QuotesOnDemand {
  readonly pricing: Pricing
  readonly quotes: QuoteTable
  readonly contracts: SessionContracts
  /** Option quotes written so far. */
  readonly quoted: number
  /** Moves to step number `step` after the open; `books`: whether the options get new quotes at it. Steps go in order. */
  play(step: number, books: boolean): void
  /** The index has jumped in the minute that ended at `end`: spreads are wide for a minute (signals reference §3.6). */
  spiked(end: EpochMs): void
  /** Brings the quote of one of its contracts up to date. */
  quoteContract(contract: OptionContract): void
}
