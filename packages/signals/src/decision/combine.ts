/** One weighted voice: `signed` is (+1 | -1 | 0) × strength. */
export interface WeightedContribution {
  readonly weight: number
  readonly signed: number
  readonly stale: boolean
}

export interface Combined {
  /** Sum of the weights of voices that are not stale. Weights of agents that do not exist are simply missing in it. */
  readonly coverage: number
  /** Σ weight × signed / coverage; 0 without coverage. */
  readonly score: number
}

/** S and coverage of the signals reference §3.1.2. Sums run in the given order, so equal input gives equal bits. */
export function combine(contributions: readonly WeightedContribution[]): Combined {
  let coverage = 0
  let sum = 0
  for (const contribution of contributions) {
    if (contribution.stale) continue
    coverage += contribution.weight
    sum += contribution.weight * contribution.signed
  }
  return { coverage, score: coverage > 0 ? sum / coverage : 0 }
}
