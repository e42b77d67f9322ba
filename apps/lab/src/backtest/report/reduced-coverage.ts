import { coverageFloor, coverageWithInputs } from '@strikewise/signals/decision/coverage-floor.ts'
import type { SignalParams } from '@strikewise/signals/registry/params.ts'
import { agentOf, type Voter } from '@strikewise/signals/registry/registry.ts'
import type { DayResult } from '../day/day-result.ts'
import { many } from './number-text.ts'

/** Sessions whose records lack inputs of voters that the rule's coverage floor counts on. */
export interface ReducedCoverage {
  readonly sessions: number
  readonly of: number
  /** Voters without inputs in them. */
  readonly agents: readonly Voter[]
  /** The floor of these sessions, the weights of the voters with inputs, and the floor of the rule. */
  readonly floor: number
  readonly withInputs: number
  readonly rule: number
}

/** Null: the rule's own floor holds in every session. */
export function reducedCoverageOf(
  days: readonly Pick<DayResult, 'withoutInputs'>[],
  engine: SignalParams['engine'],
): ReducedCoverage | null {
  const reduced = days.filter(({ withoutInputs }) => coverageFloor(engine, withoutInputs) < engine.minCoverage)
  const agents = reduced[0]?.withoutInputs
  if (agents === undefined) return null
  return {
    sessions: reduced.length,
    of: days.length,
    agents,
    floor: coverageFloor(engine, agents),
    withInputs: coverageWithInputs(engine, agents),
    rule: engine.minCoverage,
  }
}

/** One sentence for the first line of a report. */
export function coverageText({ sessions, of, agents, floor, withInputs, rule }: ReducedCoverage): string {
  const titles = agents.map((name) => agentOf(name).title).join(' and ')
  const where = sessions === of ? 'All sessions' : `${many(sessions, 'session')} of ${of}`
  return `${where}: ${titles} had no vote (no records); coverage floor ${floor.toFixed(2)} of ${withInputs.toFixed(2)}, live ${rule.toFixed(2)}.`
}
