import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { SessionFacts } from '../facts/session-facts.ts'

/** The range a figure must lie in, and where it is stated. */
export interface ReferenceValue {
  readonly low: number
  readonly high: number
  /** What records showed when the range was noted; shown where no records are at hand. */
  readonly recorded: string
  readonly source: string
}

/** One row of the table: a figure of some sessions, and what is stated of it. */
export interface Check {
  readonly name: string
  readonly unit: string
  readonly digits: number
  /** NaN where the sessions do not show it. */
  readonly of: (sessions: readonly SessionFacts[]) => number
  /** Undefined: nothing is stated for this index, which then has no such row. */
  readonly stated: Readonly<Record<IndexSymbol, ReferenceValue | undefined>>
}
