import { CRASH_POINTS } from './crash-points.ts'
import { CONVERGENCE_BOUND_MS, type KillLoopReport, type RecordedFinding, type Round } from './kill-loop.ts'

/** One round in one line: what it died of, and how long until the books were right again. */
export function roundLine({ deaths, convergedMs, wallMs, waitedFor }: Round): string {
  const what = `${deaths.join(', then ').padEnd(44)} right again after ${seconds(convergedMs)} (wall clock: ${seconds(wallMs)})`
  const [last] = [...waitedFor].toSorted(([, a], [, b]) => b - a)
  return last === undefined ? what : `${what}, longest for ${last[0]}`
}

/** The whole run: kills by point, convergence, coverage, and what was found. */
export function summary(report: KillLoopReport): string {
  const { rounds } = report
  const deaths = rounds.flatMap((round) => round.deaths)
  const worst = (of: (round: Round) => number) => seconds(Math.max(0, ...rounds.map(of)))
  const never = CRASH_POINTS.filter((point) => !report.passed.has(point))
  const lines = CRASH_POINTS.map((point) => {
    const mine = rounds.filter((round) => round.deaths.includes(point))
    const longest = Math.max(0, ...mine.map((round) => round.convergedMs))
    return `  ${point.padEnd(30)} ${String(mine.length).padStart(4)}   ${mine.length === 0 ? '' : seconds(longest)}`
  })
  return [
    '',
    '  point                         kills   worst convergence',
    ...lines,
    '',
    `  kills ${report.kills} (${deaths.filter((death) => death === 'anywhere').length} of them anywhere), hand-overs ${deaths.filter((death) => death === 'hand-over').length}`,
    `  trades ${report.trades}, orders ${report.orders}, fills ${report.fills}`,
    `  entries that did not come about: ${JSON.stringify(report.unfilled)}`,
    `  doubled or otherwise broken ${report.broken.length}, lost ${report.lost.length}`,
    ...report.broken.map((text) => `    broken: ${text}`),
    ...report.lost.map((text) => `    lost: ${text}`),
    `  worst convergence ${worst((round) => round.convergedMs)} (wall clock: ${worst((round) => round.wallMs)}), over ${seconds(CONVERGENCE_BOUND_MS)}: ${late(report).length}`,
    `  longest without a full stop, dead time included: ${unprotected(report.longestUnprotected)}`,
    `  points passed ${report.passed.size} of ${CRASH_POINTS.length}${never.length === 0 ? '' : `, never: ${never.join(', ')}`}`,
    ...(report.missed.length === 0 ? [] : [`  armed and not reached in time: ${report.missed.join(', ')}`]),
    `  findings of the server's own auditor ${report.findings.length}`,
    ...report.findings.map(
      ({ account_id, code, subject, message }) => `    ${account_id} ${code} ${subject}: ${JSON.stringify(message)}`,
    ),
    `  errors in the traders' logs ${report.errors.length}`,
    ...[...new Set(report.errors.map(message))].map((text) => `    ${text}`),
    '',
    // What docs/benchmarks.md records of a run.
    `figure: kills of the real server under open trades | ${report.kills}, at ${report.passed.size} of ${CRASH_POINTS.length} named points`,
    `figure: trades, orders, fills | ${report.trades}, ${report.orders}, ${report.fills}`,
    `figure: doubled or otherwise broken | ${report.broken.length}`,
    `figure: lost | ${report.lost.length}`,
    `figure: worst convergence | ${worst((round) => round.convergedMs)}`,
  ].join('\n')
}

/** The rounds that took longer than a restart may. */
export function late({ rounds }: KillLoopReport): readonly Round[] {
  return rounds.filter(({ convergedMs }) => convergedMs > CONVERGENCE_BOUND_MS)
}

/**
 * What the server's own auditor should not have found. A stop that was in doubt when its sender died is missing until the
 * doubt is settled: that is reported, and is true.
 */
export function wrongFindings({ findings }: KillLoopReport): readonly RecordedFinding[] {
  return findings.filter(({ code }) => code !== 'unprotected')
}

function unprotected(span: KillLoopReport['longestUnprotected']): string {
  if (span === undefined) return 'none'
  return `${seconds(span.to - span.from)} of the market (${span.account}, from ${new Date(span.from).toISOString()})`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

/** The words of a log line, without what differs from one to the next. */
function message(line: string): string {
  const { msg, code } = JSON.parse(line) as { msg?: string; code?: string }
  return `${code ?? ''} ${msg ?? ''}`.trim()
}
