import type { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'

/** The market as it stands: a recorded day may be opened again inside the session, with another table and pipeline. */
export interface DayView {
  readonly pipeline: SymbolPipeline
  readonly quotes: QuoteTable
}
