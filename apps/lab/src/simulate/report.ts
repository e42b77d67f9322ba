import { FAULT_KINDS } from './chance/faults.ts'
import { unprotectedTimesText } from './checker/unprotected-times.ts'
import { RARE_PATHS } from './checker/rare-paths.ts'
import type { Statistics } from './statistics.ts'

/** What a batch did, for the terminal. `seconds`: how long it took. */
export function reportText(title: string, { sessions, trades, ...rest }: Statistics, seconds: number): string {
  const perSecond = Math.round(sessions / Math.max(seconds, 1e-3))
  const lines = [
    `${title}: ${sessions} sessions, ${trades} trades in ${seconds.toFixed(1)} s (${perSecond} sessions/s)`,
    `  violations: ${rest.failed}`,
    `  longest time without a stop or an exit on its way: ${unprotectedTimesText(rest.unprotected)}`,
  ]
  for (const { trial, violations } of rest.failures)
    for (const { invariant, afterMs, account, text } of violations.slice(0, 2))
      lines.push(`  ${trial}: ${invariant} after ${afterMs} ms${account === null ? '' : ` (${account})`}: ${text}`)
  return lines.join('\n')
}

/** What docs/benchmarks.md records of a batch. `seconds`: how long it took. */
export function figureLines({ sessions, trades, failed }: Statistics, seconds: number): string {
  return [
    `figure: simulated trading days | ${sessions.toLocaleString('en')}`,
    `figure: trades | ${trades.toLocaleString('en')}`,
    `figure: violations | ${failed}`,
    `figure: speed | ${Math.round(sessions / Math.max(seconds, 1e-3))} days/s`,
  ].join('\n')
}

/** What a batch is compared with: `rare-paths-before.json`, the same counts of an earlier program. */
export interface CoverageBefore {
  readonly sessions: number
  readonly reached: Readonly<Record<string, number>>
  readonly fired: Readonly<Record<string, number>>
}

/** A rare path that fewer sessions in a million come by has not been tried. */
const MIN_PER_MILLION = 1_000
/** Those that were rarer than that are to be reached so many times as often. */
const AT_LEAST_TIMES = 20

/** How often each kind of fault fired and each rare path was reached in a million sessions, beside what it was before. */
export function coverageText({ sessions, fired, reached }: Statistics, before: CoverageBefore): string {
  const perMillion = (count: number, of: number) => Math.round((count * 1_000_000) / Math.max(1, of))
  const rows = (
    names: readonly string[],
    now: Readonly<Record<string, number>>,
    then: Readonly<Record<string, number>>,
  ) =>
    names.map((name) => {
      const count = perMillion(now[name] ?? 0, sessions)
      const known = then[name]
      const was = known === undefined ? '-' : String(perMillion(known, before.sessions))
      return `    ${name.padEnd(34)}${String(count).padStart(10)}${was.padStart(10)}`
    })
  const title = (what: string) => `  ${what.padEnd(36)}${'a million'.padStart(10)}${'before'.padStart(10)}`
  return [
    title('rare paths, sessions'),
    ...rows(RARE_PATHS, reached, before.reached),
    title('faults'),
    ...rows(FAULT_KINDS, fired, before.fired),
  ].join('\n')
}

/** Rare paths reached less often than a large batch must: `sessions` large enough to report it. */
export function tooRare({ sessions, reached }: Statistics, before: CoverageBefore): string[] {
  return RARE_PATHS.filter((name) => {
    const rate = (reached[name] ?? 0) / sessions
    const was = (before.reached[name] ?? before.sessions) / before.sessions
    const isRare = was * 1_000_000 < MIN_PER_MILLION
    return rate * 1_000_000 < MIN_PER_MILLION || (isRare && rate < was * AT_LEAST_TIMES)
  })
}

/** Rare paths and kinds of fault that a batch never came by. */
export function unreached({ fired, reached }: Statistics): string[] {
  return [
    ...FAULT_KINDS.filter((kind) => (fired[kind] ?? 0) === 0),
    ...RARE_PATHS.filter((name) => (reached[name] ?? 0) === 0),
  ]
}
