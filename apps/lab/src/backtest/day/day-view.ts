import type { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'

/** The market as it stands: a recorded day may be opened again inside the session, with another table and pipeline. */
export interface DayView {
  readonly pipeline: SymbolPipeline
  readonly quotes: QuoteTable
  /** Brings the quote of a contract up to date before it is read; undefined: all always are. */
  readonly quoteContract?: ((contract: OptionContract) => void) | undefined
}
