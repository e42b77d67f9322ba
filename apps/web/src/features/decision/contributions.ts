import type { DecisionRow } from '@strikewise/wire/market.ts'

export interface Contribution {
  readonly agent: string
  /** What it adds to the score, −1 (bearish) to 1 (bullish); 0 for one whose inputs are too old. */
  readonly points: number
  readonly isStale: boolean
}

/** What each voting agent adds to the score of a minute, the largest first: they sum up to it. */
export function contributionsOf({
  contributions,
  coverage,
}: Pick<DecisionRow, 'contributions' | 'coverage'>): readonly Contribution[] {
  return contributions
    .map(({ agent, weight, signed, stale }) => ({
      agent,
      points: stale || coverage === 0 ? 0 : (weight * signed) / coverage,
      isStale: stale,
    }))
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
}
