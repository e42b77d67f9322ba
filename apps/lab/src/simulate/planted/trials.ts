import { readScenario, scenarioNames } from '../saved-scenarios.ts'
import { CANONICAL } from '../session/canonical.ts'
import { singleFaultsOf } from '../single-faults.ts'
import { sessionNamed, type Trial } from '../trial.ts'

/** Most bugs show within so many seeds; after them single faults are worth more than further seeds. */
const FIRST_SEEDS = 1_000

/** Every session a bug has to show in, those first that show most for their cost: `mostSeeds` seeds and all single faults. */
export function* trials(maxSeeds: number): Generator<Trial> {
  for (const session of scenarioNames()) yield { type: 'faults', session, added: [] }
  const first = Math.min(FIRST_SEEDS, maxSeeds)
  for (let seed = 1; seed <= first; seed += 1) yield { type: 'seed', seed }
  for (const session of Object.keys(CANONICAL))
    for (const decision of singleFaultsOf(sessionNamed(session))) yield { type: 'faults', session, added: [decision] }
  for (let seed = first + 1; seed <= maxSeeds; seed += 1) yield { type: 'seed', seed }
}

/** The saved scenarios that are there for a bug; none for most. */
export function trialsSavedFor(bug: string): Trial[] {
  return scenarioNames()
    .filter((name) => readScenario(name).catches?.includes(bug) === true)
    .map((session) => ({ type: 'faults', session, added: [] }))
}
