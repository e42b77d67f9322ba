import type { Spread } from './statistics.ts'

/** Rounds of every bench: each runs both sides once, one after the other. */
const ROUNDS = 5

/** How much a bench does: enough to believe its figures, or just enough to see that it runs. */
export type Size = 'full' | 'smallest'

export function roundsOf(size: Size): number {
  return size === 'full' ? ROUNDS : 1
}

/** One measured figure over all rounds. `unit` is a word people read: `ns/tick`, `ms`, `×`. */
export interface BenchFigure {
  readonly name: string
  readonly unit: string
  readonly value: Spread
}

export interface BenchResult {
  /** What was measured on what, and what was warm: a line each. */
  readonly conditions: readonly string[]
  readonly rounds: number
  readonly figures: readonly BenchFigure[]
}

export interface Bench {
  readonly name: string
  readonly title: string
  /** Throws when the sides do not do the same work: then there is nothing to compare. */
  run(size: Size): Promise<BenchResult>
}
