import { FAULT_KINDS, FAULTS } from './chance/faults.ts'
import { RARE_PATHS } from './checker/sometimes.ts'
import type { Statistics } from './statistics.ts'

/** What a batch did, for the terminal. `seconds`: how long it took. */
export function reportText(title: string, { sessions, trades, ...rest }: Statistics, seconds: number): string {
  const perSecond = Math.round(sessions / Math.max(seconds, 1e-3))
  const lines = [
    `${title}: ${sessions} sessions, ${trades} trades in ${seconds.toFixed(1)} s (${perSecond} sessions/s)`,
    `  violations: ${rest.failed}; worst naked time while the broker answered: ${rest.worstNakedMs} ms`,
  ]
  for (const { seed, violations } of rest.failures)
    for (const { invariant, afterMs, account, text } of violations.slice(0, 2))
      lines.push(`  ${seed}: ${invariant} after ${afterMs} ms${account === null ? '' : ` (${account})`}: ${text}`)
  return lines.join('\n')
}

/** How often each kind of fault fired, and each rare path was reached. */
export function coverageText({ fired, reached }: Statistics): string {
  const faults = FAULT_KINDS.map((kind) => `${FAULTS[kind].id} ${kind} ${fired[kind] ?? 0}`)
  const paths = RARE_PATHS.map((name) => `${name} ${reached[name] ?? 0}`)
  return [`  faults fired: ${faults.join(', ')}`, `  rare paths: ${paths.join(', ')}`].join('\n')
}

/** Rare paths and kinds of fault that a batch never came by. */
export function unreached({ fired, reached }: Statistics): string[] {
  return [
    ...FAULT_KINDS.filter((kind) => (fired[kind] ?? 0) === 0),
    ...RARE_PATHS.filter((name) => (reached[name] ?? 0) === 0),
  ]
}
