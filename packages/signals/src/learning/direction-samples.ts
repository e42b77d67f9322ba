import { VOTERS } from '../registry/registry.ts'
import type { Contribution, Decision } from '../decision/decision.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { LEARNING } from './learning-params.ts'

/** What is read of a decision to judge the agents by what came after it. */
export interface JudgedDecision extends Pick<Decision, 'barEnd' | 'spot' | 'atr5'> {
  readonly contributions: readonly Pick<Contribution, 'agent' | 'signed' | 'stale'>[]
}

/** What the voting agents reported at a minute, and which way the index went in the quarter of an hour after it. */
export interface DirectionSample {
  /** Signed strengths in the order of `VOTERS`; NaN: stale. */
  readonly signed: readonly number[]
  /** 1: up, 0: down. */
  readonly up: 0 | 1
}

/**
 * The labelled minutes of one index and session, in order: one at the close of each five-minute bar, which is what the
 * agents read. A minute has no label when the index moved no more than 0.1 ATR, when the decision a quarter of an hour
 * later is missing, or when that lies after `indexUntil`, from where on the index is no continuous price. Both levels are
 * the decisions' own, so a reader of the log has the labels.
 */
export function directionSamples(decisions: readonly JudgedDecision[], indexUntil: EpochMs): DirectionSample[] {
  const { aheadMinutes, everyMinutes, leastMoveAtr } = LEARNING.label
  const spots = new Map(decisions.map(({ barEnd, spot }) => [barEnd, spot]))
  const samples: DirectionSample[] = []
  for (const { barEnd, contributions, spot, atr5 } of decisions) {
    const end = (barEnd + aheadMinutes * MINUTE_MS) as EpochMs
    if (barEnd % (everyMinutes * MINUTE_MS) !== 0 || end > indexUntil || spot <= 0 || atr5 <= 0) continue
    const later = spots.get(end) ?? 0
    if (later <= 0 || Math.abs(later - spot) <= leastMoveAtr * atr5) continue
    const signed = VOTERS.map((agent) => {
      const contribution = contributions.find((one) => one.agent === agent)
      return contribution === undefined || contribution.stale ? Number.NaN : contribution.signed
    })
    samples.push({ signed, up: later > spot ? 1 : 0 })
  }
  return samples
}
