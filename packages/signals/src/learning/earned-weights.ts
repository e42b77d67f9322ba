import { withinCaps } from './capped-simplex.ts'
import { LEARNING } from './learning-params.ts'
import type { RankEvidence } from './rank-evidence.ts'

/** What the weights are made of: an agent's rank correlation, its standard error, and the end of its interval. */
export type WeighedEvidence = Pick<RankEvidence, 'correlation' | 'error' | 'high'>

/**
 * The weights that evidence earns, shrunk to equal votes by the evidence's own uncertainty. Undefined as evidence: not
 * known. With r the correlation and s the standard error of each of the n agents not shown to be wrong:
 *
 * 1. An agent whose 95 % interval lies below 0 is shown to be wrong: weight 0.
 * 2. How far agents differ beyond chance: τ² = max(0, (Q - (k - 1)) / (Σv - Σv² / Σv)) over the k known ones, with
 *    v = 1 / s², r̄ = Σvr / Σv, Q = Σv (r - r̄)² (DerSimonian and Laird 1986).
 * 3. How far each is believed: B = τ² / (τ² + s²); 0 where nothing is known (empirical Bayes: Efron and Morris 1973,
 *    Morris 1983, the shrinkage of James and Stein with standard errors that differ).
 * 4. Its weight before all are made to add up to 1: (1 - B) / n + B × max(r, 0) / Σ max(r, 0). Where no r is above 0
 *    the votes stay equal.
 *
 * No weight exceeds the cap, which is 1 / n where fewer agents are left than fill it. Undefined: every agent is shown to
 * be wrong. Sums are in the order of the agents.
 */
export function earnedWeights(evidence: readonly (WeighedEvidence | undefined)[]): readonly number[] | undefined {
  const votes = evidence.map((one) => one === undefined || one.high >= 0)
  const count = votes.filter(Boolean).length
  if (count === 0) return undefined
  const voting = evidence.filter((_, i) => votes[i])
  const variance = varianceOfSkill(voting.filter((one) => one !== undefined))
  const positive = voting.reduce((sum, one) => sum + Math.max(0, one?.correlation ?? 0), 0)
  const raw = voting.map((one) => {
    if (one === undefined || variance === 0 || positive === 0) return 1 / count
    const believed = variance / (variance + one.error ** 2)
    return (1 - believed) / count + (believed * Math.max(0, one.correlation)) / positive
  })
  const capped = withinCap(raw)
  let next = 0
  return votes.map((isVoting) => (isVoting ? capped[next++]! : 0))
}

/** The most one agent may have where `count` agents vote. */
export function largestWeight(count: number): number {
  return Math.max(LEARNING.votes.most, 1 / count)
}

/** τ²; 0 where fewer than two agents are known. */
function varianceOfSkill(known: readonly WeighedEvidence[]): number {
  const precisions = known.map(({ error }) => 1 / error ** 2)
  const sum = precisions.reduce((total, v) => total + v, 0)
  const squares = precisions.reduce((total, v) => total + v * v, 0)
  const mean = known.reduce((total, { correlation }, i) => total + precisions[i]! * correlation, 0) / sum
  const spread = known.reduce((total, { correlation }, i) => total + precisions[i]! * (correlation - mean) ** 2, 0)
  const scale = sum - squares / sum
  return scale > 0 ? Math.max(0, (spread - (known.length - 1)) / scale) : 0
}

/** Weights that are 0 stay so; the others are scaled to add up to 1, none above the cap. */
function withinCap(raw: readonly number[]): number[] {
  const above = raw.filter((weight) => weight > 0)
  const scaled = withinCaps(above, { least: 0, most: largestWeight(above.length) })
  let next = 0
  return raw.map((weight) => (weight > 0 ? scaled[next++]! : 0))
}
