import type { FaultKind } from './chance/faults.ts'
import { addUnprotectedTimes, noUnprotectedTimes, type UnprotectedTimes } from './checker/unprotected-times.ts'
import type { Violation } from './checker/violation.ts'
import type { SessionOutcome } from './run-session.ts'

/** A session that broke something. */
interface Failure {
  /** As `trialName` names it. */
  readonly trial: string
  readonly violations: readonly Violation[]
}

/** What a batch of sessions adds up to. Plain data: it travels between threads. */
export interface Statistics {
  sessions: number
  trades: number
  readonly unprotected: UnprotectedTimes
  /** Sessions with a violation. */
  failed: number
  /** The first of them. */
  readonly failures: Failure[]
  readonly fired: Partial<Record<FaultKind, number>>
  readonly reached: Record<string, number>
}

/** More failures than this help no reader. */
const MAX_FAILURES = 20

export function emptyStatistics(): Statistics {
  return { sessions: 0, trades: 0, unprotected: noUnprotectedTimes(), failed: 0, failures: [], fired: {}, reached: {} }
}

export function count(into: Statistics, trial: string, outcome: SessionOutcome): void {
  into.sessions += 1
  into.trades += outcome.trades
  addUnprotectedTimes(into.unprotected, outcome.unprotected)
  for (const { kind } of outcome.fired) into.fired[kind] = (into.fired[kind] ?? 0) + 1
  for (const name of outcome.reached) into.reached[name] = (into.reached[name] ?? 0) + 1
  if (outcome.violations.length === 0) return
  into.failed += 1
  if (into.failures.length < MAX_FAILURES) into.failures.push({ trial, violations: outcome.violations.slice(0, 5) })
}

export function add(into: Statistics, more: Statistics): void {
  into.sessions += more.sessions
  into.trades += more.trades
  addUnprotectedTimes(into.unprotected, more.unprotected)
  into.failed += more.failed
  into.failures.push(...more.failures.slice(0, MAX_FAILURES - into.failures.length))
  for (const kind of Object.keys(more.fired) as FaultKind[])
    into.fired[kind] = (into.fired[kind] ?? 0) + more.fired[kind]!
  for (const name of Object.keys(more.reached)) into.reached[name] = (into.reached[name] ?? 0) + more.reached[name]!
}
