import { ScriptedChooser } from './chance/chooser.ts'
import { runSession, type SessionOutcome } from './run-session.ts'
import type { SessionShape } from './session/shape.ts'
import type { FaultySession, Scenario } from './scenario.ts'

/**
 * Cuts a session that breaks something down: kinds of fault, single decisions, accounts, signals, the second executor,
 * prices, time. Every cut must still break the same invariant. Undefined when it breaks nothing.
 */
export function shrink(session: FaultySession): Scenario | undefined {
  const broke = play(session).violations[0]?.invariant
  if (broke === undefined) return undefined
  const stillBreaks = ({ violations }: SessionOutcome) => violations.some(({ invariant }) => invariant === broke)
  return cutDown({ broke, ...session }, (candidate) => stillBreaks(play(candidate)))
}

/** Must be called from a timer, as `runSession`. */
export function play({ shape, decisions }: FaultySession): SessionOutcome {
  return runSession(shape, new ScriptedChooser(decisions))
}

/** Takes away what can go while `breaks` holds, largest pieces first, until nothing more can. */
export function cutDown(start: Scenario, breaks: (candidate: Scenario) => boolean): Scenario {
  let best = start
  const accept = (candidate: Scenario): boolean => {
    if (!breaks(candidate)) return false
    best = candidate
    return true
  }
  for (let before = -1; before !== sizeOf(best);) {
    before = sizeOf(best)
    for (const kind of new Set(best.decisions.map((one) => one.kind)))
      accept({ ...best, decisions: best.decisions.filter((one) => one.kind !== kind) })
    cutList(best.decisions, (decisions) => accept({ ...best, decisions }))
    cutList(best.shape.accounts, (accounts) => accounts.length > 0 && accept(withShape(best, { accounts })))
    cutList(best.shape.signals, (signals) => accept(withShape(best, { signals })))
    if (best.shape.executors > 1) accept(withShape(best, { executors: 1 }))
    cutList(best.shape.moves, (moves) => accept(withShape(best, { moves })))
  }
  return best
}

function withShape(scenario: Scenario, change: Partial<SessionShape>): Scenario {
  return { ...scenario, shape: { ...scenario.shape, ...change } }
}

function sizeOf({ decisions, shape }: Scenario): number {
  return decisions.length + shape.accounts.length + shape.signals.length + shape.moves.length + shape.executors
}

/** Tries to leave out halves, quarters, … single items. */
function cutList<T>(list: readonly T[], accept: (shorter: readonly T[]) => boolean): void {
  let current = list
  for (let size = Math.ceil(current.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < current.length;) {
      const shorter = current.toSpliced(from, size)
      if (accept(shorter)) current = shorter
      else from += size
    }
}
