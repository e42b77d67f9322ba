import type { PlantedBug } from './patches.ts'

/** What became of one bug: `ERROR` when the patch does not apply or the patched program does not run. */
export interface Verdict {
  readonly bug: PlantedBug
  readonly result: 'caught' | 'SURVIVED' | 'ERROR'
  /** The invariant that broke; empty unless caught. */
  readonly by: string
  /** Where and how it showed, or why it did not. */
  readonly detail: string
  /** Sessions run until it was caught, or in all. */
  readonly sessions: number
}

const HEADING = `# Planted bugs

Each is a patch in \`apps/lab/src/simulate/planted\`, put into a copy of the program. The simulator runs saved scenarios, seeds
and single faults until something breaks that holds without the patch. Written by
\`npm run simulate:planted -- --table docs/planted-bugs.md\`.

| Bug | What is wrong with the program then | Sessions until caught | Invariant |
|---|---|---|---|
`

/** The verdicts as a Markdown document, by name. */
export function tableOf(verdicts: readonly Verdict[]): string {
  const rows = verdicts
    .toSorted((a, b) => a.bug.name.localeCompare(b.bug.name))
    .map(({ bug: { name, about }, result, by, sessions }) => {
      const found = result === 'caught' ? `${sessions} | ${by}` : `${result} after ${sessions} | `
      return `| ${name} | ${about} | ${found} |\n`
    })
  return `${HEADING}${rows.join('')}\n${summaryOf(verdicts)}\n`
}

/** How many were caught, and how many sessions that took. */
export function summaryOf(verdicts: readonly Verdict[]): string {
  const waits = sessionsUntilCaught(verdicts)
  const caught = `Caught ${waits.length} of ${verdicts.length}`
  if (waits.length === 0) return `${caught}.`
  return `${caught}; sessions until caught: median ${waits[waits.length >> 1]}, at most ${waits.at(-1)}.`
}

/** What docs/benchmarks.md records of a run. */
export function figureLines(verdicts: readonly Verdict[]): string {
  const waits = sessionsUntilCaught(verdicts)
  const lines = [`figure: known bugs put into the execution core, caught | ${waits.length} of ${verdicts.length}`]
  if (waits.length > 0)
    lines.push(
      `figure: sessions until caught, median | ${waits[waits.length >> 1]!.toLocaleString('en')}`,
      `figure: sessions until caught, most | ${waits.at(-1)!.toLocaleString('en')}`,
    )
  return lines.join('\n')
}

function sessionsUntilCaught(verdicts: readonly Verdict[]): number[] {
  return verdicts.flatMap(({ result, sessions }) => (result === 'caught' ? [sessions] : [])).toSorted((a, b) => a - b)
}

/** The status the program ends with: 0 when something was tried and all of it was caught. */
export function exitCodeOf(verdicts: readonly Verdict[]): 0 | 1 {
  return verdicts.length > 0 && verdicts.every(({ result }) => result === 'caught') ? 0 : 1
}
