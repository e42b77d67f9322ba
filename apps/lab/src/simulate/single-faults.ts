import { ScriptedChooser, type FaultDecision } from './chance/chooser.ts'
import { FAULT_KINDS, FAULTS } from './chance/faults.ts'
import { runSession, type SessionOutcome } from './run-session.ts'
import type { SessionShape } from './session/shape.ts'

/** Every single thing that can go wrong in a plain session, in the order in which it can. */
export function singleFaultsOf(shape: SessionShape, given: readonly FaultDecision[] = []): FaultDecision[] {
  const { offered } = runSession(shape, new ScriptedChooser(given, FAULT_KINDS, true))
  const last = given.at(-1)
  const from =
    last === undefined
      ? 0
      : 1 +
        offered.findIndex((one) => one.kind === last.kind && one.entity === last.entity && one.ordinal === last.ordinal)
  return offered
    .slice(from)
    .flatMap((choice) =>
      Array.from({ length: FAULTS[choice.kind].alternatives }, (_, i) => ({ ...choice, alternative: i + 1 })),
    )
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

export function runWith(shape: SessionShape, decisions: readonly FaultDecision[]): SessionOutcome {
  return runSession(shape, new ScriptedChooser(decisions, FAULT_KINDS))
}
