// @invariant learned-weights Only the weights of voting agents are learned, within caps; a change waits for a
//   session that is not open yet.
import { byVoter, type Voter, VOTERS } from '../registry/registry.ts'
import type { SignalParams } from '../registry/params.ts'
import { combine } from '../decision/combine.ts'
import type { DirectionSample } from './direction-samples.ts'

/** One number for each agent that votes. */
export type ByVoter<T> = Readonly<Record<Voter, T>>

/** How much each agent's vote counts: all that learning may ever change. */
export type VoterWeights = ByVoter<number>

/** Weights with the name a decision made with them carries. */
export interface NamedWeights {
  readonly version: string
  readonly weights: VoterWeights
}

/**
 * The parameters with these weights, and nothing else, changed; their hash follows from it. Undefined: the weights as
 * the parameters have them.
 */
export function withWeights(params: SignalParams, named: NamedWeights | undefined): SignalParams {
  if (named === undefined) return params
  const weights = byVoter((agent) => named.weights[agent])
  return { ...params, engine: { ...params.engine, weights, weightsVersion: named.version } }
}

/** The score S of a labelled minute under these weights, as the engine sums it; NaN when every agent was stale. */
export function scoreOf({ signed }: DirectionSample, weights: VoterWeights): number {
  const { score, coverage } = combine(
    VOTERS.map((agent, i) => ({ weight: weights[agent], signed: signed[i]!, stale: Number.isNaN(signed[i]!) })),
  )
  return coverage > 0 ? score : Number.NaN
}
