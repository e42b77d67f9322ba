import { VOTERS, type Voter } from '../registry/registry.ts'
import type { SignalParams } from '../registry/params.ts'

type Engine = Pick<SignalParams['engine'], 'weights' | 'minCoverage'>

/** The share of the weights that voters with inputs hold, 0 to 1. */
export function coverageWithInputs({ weights }: Pick<Engine, 'weights'>, withoutInputs: readonly Voter[]): number {
  return VOTERS.reduce((sum, voter) => (withoutInputs.includes(voter) ? sum : sum + weights[voter]), 0)
}

/**
 * Weights that must speak before an entry. The rule's own floor; where records lack what some voters read, no more than
 * the others hold: all of them must then speak. A live session lacks no record, so its floor is the rule's.
 */
export function coverageFloor(engine: Engine, withoutInputs: readonly Voter[]): number {
  return withoutInputs.length === 0
    ? engine.minCoverage
    : Math.min(engine.minCoverage, coverageWithInputs(engine, withoutInputs))
}
