import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import { VOTERS } from '../registry/registry.ts'
import type { JudgedDecision } from './direction-samples.ts'
import { LEARNING } from './learning-params.ts'

/** What the voting agents reported at a minute, and how far the index went after it. */
export interface HorizonMoves {
  /** Signed strengths in the order of `VOTERS`; NaN: stale. */
  readonly signed: readonly number[]
  /** Moves in five-minute ATR in the order of `LEARNING.votes.horizons`; NaN: the end of it is not known. */
  readonly moves: readonly number[]
}

/**
 * The moves that followed the decisions of one index and session, one row at the close of each five-minute bar. A move is
 * not known when the decision at its end is missing, or when that lies after `indexUntil`, from where on the index is no
 * continuous price. All levels are the decisions' own, so a reader of the log can repeat it.
 */
export function horizonMoves(decisions: readonly JudgedDecision[], indexUntil: EpochMs): HorizonMoves[] {
  const spots = new Map(decisions.map(({ barEnd, spot }) => [barEnd as number, spot as number]))
  return decisions.flatMap(({ barEnd, contributions, spot, atr5 }) => {
    if (barEnd % (LEARNING.label.everyMinutes * MINUTE_MS) !== 0 || spot <= 0 || atr5 <= 0) return []
    const signed = VOTERS.map((agent) => {
      const contribution = contributions.find((one) => one.agent === agent)
      return contribution === undefined || contribution.stale ? Number.NaN : contribution.signed
    })
    const moves = LEARNING.votes.horizons.map((minutes) => {
      const end = barEnd + minutes * MINUTE_MS
      const later = end > indexUntil ? 0 : (spots.get(end) ?? 0)
      return later > 0 ? (later - spot) / atr5 : Number.NaN
    })
    return [{ signed, moves }]
  })
}
