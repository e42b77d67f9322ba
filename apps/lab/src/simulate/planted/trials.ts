import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SeededChooser, drawStrengths, type FaultDecision } from '../chance/chooser.ts'
import { runSession, type SessionOutcome } from '../run-session.ts'
import { CANONICAL } from '../session/canonical.ts'
import { drawShape } from '../session/draw-shape.ts'
import { play, type Scenario } from '../shrink.ts'
import { runWith, singleFaultsOf } from '../single-faults.ts'

/** One session a bug may show in. Plain data: it travels between processes, and means the same in each of them. */
export type Trial =
  | { readonly type: 'scenario'; readonly name: string }
  | { readonly type: 'single'; readonly session: string; readonly decision: FaultDecision }
  | { readonly type: 'seed'; readonly seed: number }

/** Most bugs show within so many seeds; after them single faults are worth more than further seeds. */
const FIRST_SEEDS = 1_000
const SCENARIOS = join(import.meta.dirname, '../scenarios')

/** Every session a bug has to show in, those first that show most for their cost: `mostSeeds` seeds and all single faults. */
export function* trials(maxSeeds: number): Generator<Trial> {
  for (const name of scenarioNames()) yield { type: 'scenario', name }
  const first = Math.min(FIRST_SEEDS, maxSeeds)
  for (let seed = 1; seed <= first; seed += 1) yield { type: 'seed', seed }
  for (const [session, shape] of Object.entries(CANONICAL))
    for (const decision of singleFaultsOf(shape)) yield { type: 'single', session, decision }
  for (let seed = first + 1; seed <= maxSeeds; seed += 1) yield { type: 'seed', seed }
}

/** The saved scenarios that are there for a bug; none for most. */
export function trialsSavedFor(bug: string): Trial[] {
  return scenarioNames()
    .filter((name) => readScenario(name).catches?.includes(bug) === true)
    .map((name) => ({ type: 'scenario', name }))
}

function scenarioNames(): string[] {
  if (!existsSync(SCENARIOS)) return []
  return readdirSync(SCENARIOS)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
}

function readScenario(name: string): Scenario {
  return JSON.parse(readFileSync(join(SCENARIOS, name), 'utf8')) as Scenario
}

/** Must be called from a timer, as `runSession`. */
export function runTrial(trial: Trial): SessionOutcome {
  switch (trial.type) {
    case 'scenario':
      return play(readScenario(trial.name))
    case 'single':
      return runWith(CANONICAL[trial.session]!, [trial.decision])
    case 'seed':
      return runSession(drawShape(trial.seed), new SeededChooser(trial.seed, drawStrengths(trial.seed)))
  }
}

export function nameOf(trial: Trial): string {
  switch (trial.type) {
    case 'scenario':
      return `scenario ${trial.name}`
    case 'single': {
      const { kind, entity, ordinal, alternative } = trial.decision
      return `${trial.session} with ${kind} ${entity} ${ordinal} = ${alternative}`
    }
    case 'seed':
      return `seed ${trial.seed}`
  }
}
