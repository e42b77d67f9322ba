import { ScriptedChooser, type FaultDecision, type Offered } from './chance/chooser.ts'
import { FAULT_KINDS, FAULTS } from './chance/faults.ts'
import { runSession } from './run-session.ts'
import type { FaultySession } from './scenario.ts'

/**
 * Every single thing that can go wrong in a session beside what goes wrong in it already, in the order in which it can; with
 * `given`, which goes wrong too, what can after it. Must be called from a timer, as `runSession`.
 */
export function singleFaultsOf({ shape, decisions }: FaultySession, given?: FaultDecision): FaultDecision[] {
  const decided = given === undefined ? decisions : [...decisions, given]
  const { offered } = runSession(shape, new ScriptedChooser(decided, FAULT_KINDS, true))
  const places = new Set(decided.map(placeOf))
  const from = given === undefined ? 0 : 1 + offered.findIndex((choice) => placeOf(choice) === placeOf(given))
  return offered
    .slice(from)
    .filter((choice) => !places.has(placeOf(choice)))
    .flatMap((choice) =>
      Array.from({ length: FAULTS[choice.kind].alternatives }, (_, i) => ({ ...choice, alternative: i + 1 })),
    )
}

function placeOf({ kind, entity, ordinal }: Offered): string {
  return `${kind} ${entity} ${ordinal}`
}

/** Of the faults of each kind and alternative the first, and then one in `every`: none is left out entirely. */
export function oneIn(every: number, faults: readonly FaultDecision[]): FaultDecision[] {
  const seen = new Map<string, number>()
  return faults.filter(({ kind, alternative }) => {
    const name = `${kind}/${alternative}`
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    return before % every === 0
  })
}
