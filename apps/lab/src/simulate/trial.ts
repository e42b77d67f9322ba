import { SeededChooser, drawStrengths, type FaultDecision } from './chance/chooser.ts'
import { FAULT_KINDS } from './chance/faults.ts'
import { runSession, type SessionOutcome } from './run-session.ts'
import { readScenario } from './saved-scenarios.ts'
import type { FaultySession } from './scenario.ts'
import { CANONICAL } from './session/canonical.ts'
import { drawShape } from './session/draw-shape.ts'
import { play } from './shrink.ts'

/** One session to run. Plain data: it travels between processes, and means the same in each of them. */
export type Trial =
  | { readonly type: 'seed'; readonly seed: number }
  /** A plain day by its name, or a saved scenario by its file's name, and what goes wrong beside what it has itself. */
  | { readonly type: 'faults'; readonly session: string; readonly added: readonly FaultDecision[] }

/** The plain day or the saved scenario of that name. Throws RangeError for a day that does not exist. */
export function sessionNamed(name: string): FaultySession {
  if (name.endsWith('.json')) return readScenario(name)
  const shape = CANONICAL[name]
  if (shape === undefined) throw new RangeError(`there is no plain day ${name}: ${Object.keys(CANONICAL).join(', ')}`)
  return { shape, decisions: [] }
}

/** Must be called from a timer, as `runSession`. */
export function runTrial(trial: Trial, withTrace = false): SessionOutcome {
  if (trial.type === 'seed')
    return runSession(drawShape(trial.seed), new SeededChooser(trial.seed, drawStrengths(trial.seed)), withTrace)
  return play(faultsOf(trial))
}

/** What a trial goes wrong by, for `play`: of a seed what went wrong in its run. Must be called from a timer. */
export function faultsOf(trial: Trial): FaultySession {
  if (trial.type === 'seed') return { shape: drawShape(trial.seed), decisions: runTrial(trial).fired }
  const { shape, decisions } = sessionNamed(trial.session)
  return { shape, decisions: [...decisions, ...trial.added] }
}

/** `7`, `target with crash u1 0 = 1`: what reports print, and `trialNamed` reads. */
export function trialName(trial: Trial): string {
  if (trial.type === 'seed') return String(trial.seed)
  const added = trial.added.map(
    ({ kind, entity, ordinal, alternative }) => ` with ${kind} ${entity} ${ordinal} = ${alternative}`,
  )
  return `${trial.session}${added.join('')}`
}

/** Reads what `trialName` prints. Throws RangeError for anything else. */
export function trialNamed(name: string): Trial {
  if (/^\d+$/.test(name)) return { type: 'seed', seed: Number(name) }
  const [session, ...added] = name.split(' with ')
  return { type: 'faults', session: session!, added: added.map(decisionNamed) }
}

function decisionNamed(text: string): FaultDecision {
  const match = /^(\S+) (.+) (\d+) = (\d+)$/.exec(text)
  const kind = FAULT_KINDS.find((one) => one === match?.[1])
  if (match === null || kind === undefined) throw new RangeError(`not a fault, such as "crash u1 0 = 1": ${text}`)
  return { kind, entity: match[2]!, ordinal: Number(match[3]), alternative: Number(match[4]) }
}
