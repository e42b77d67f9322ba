// Of the decisions that only lateness or the age of a price could keep from an order: how many lead to one, at the default speed, with
// `npm run verify` running beside. Options: --decisions N, --minutes N (real time), --traders N, --quiet (nothing beside),
// --record (writes the figures to docs/benchmarks.md).
import { parseArgs } from 'node:util'
import { shareOrdered, sum, type Tally } from '../../e2e/lateness/tally.ts'
import { MAX_TRADERS } from '../../e2e/lateness/traders.ts'
import { isInTime, watchLateness, type LatenessResult } from '../../e2e/lateness/watch.ts'
import { startDevStack } from '../../e2e/dev-stack.ts'
import { figureLine, type Figure } from '../benchmarks/figure-lines.ts'
import { recordFigures } from '../benchmarks/record.ts'
import { buildAppIfStale } from '../build-app.ts'
import { listen } from '../command.ts'

const { values } = parseArgs({
  options: {
    decisions: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '30' },
    traders: { type: 'string', default: String(MAX_TRADERS) },
    quiet: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
})
const [decisions, minutes, traders] = [Number(values.decisions), Number(values.minutes), Number(values.traders)]
if (!(decisions > 0 && minutes > 0 && traders >= 1 && traders <= MAX_TRADERS))
  throw new RangeError(`--decisions and --minutes take a number above 0, --traders one from 1 to ${MAX_TRADERS}.`)

await buildAppIfStale()
// No --speed: the default's.
const stack = await startDevStack({ demo: true })
const stopping = new AbortController()
const verification = values.quiet ? Promise.resolve(0) : verifyAgainAndAgain(stopping.signal)
let reported = 0
try {
  const { tally, ...seen } = await watchLateness(stack, { traders, decisions, minutes, onProgress: report })
  stopping.abort()
  const runs = await verification
  print(tally, seen, runs)
  if (!isInTime(tally)) {
    console.error('Fewer than nine of ten led to an order.')
    process.exitCode = 1
  }
  const figures = figuresOf(tally, seen)
  console.log(figures.map(figureLine).join('\n'))
  const args = ['--decisions', values.decisions, '--minutes', values.minutes, ...(values.quiet ? ['--quiet'] : [])]
  if (values.record) recordFigures('lateness', args, figures, Number(process.exitCode ?? 0))
} finally {
  stopping.abort()
  await verification
  await stack.close()
}

/** Runs the checks until they are no longer wanted; the run under way is finished. Returns how often. */
async function verifyAgainAndAgain(signal: AbortSignal): Promise<number> {
  let runs = 0
  for (; !signal.aborted; runs += 1) await listen(process.execPath, ['scripts/tasks/verify.ts'])
  return runs
}

function report(tally: Tally): void {
  const could = tally.ordered + sum(tally.late)
  if (could < reported + 10) return
  reported = could
  console.log(`${tally.ordered} of ${could} so far`)
}

function figuresOf({ ordered, late }: Tally, { load }: Omit<LatenessResult, 'tally'>): Figure[] {
  return [
    { name: 'could only be late', value: String(ordered + sum(late)) },
    { name: 'led to an order', value: `${ordered} (goal: nine of ten)` },
    { name: 'load, mean and most', value: `${load.mean.toFixed(1)}, ${load.highest.toFixed(1)}` },
  ]
}

function print(tally: Tally, { decisions, marketMinutes, load }: Omit<LatenessResult, 'tally'>, runs: number): void {
  const could = tally.ordered + sum(tally.late)
  const share = shareOrdered(tally)
  const reasons = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([code, count]) => `${code} ${count}`).join(', ') || 'none'
  console.log(
    [
      `${marketMinutes.toFixed(0)} minutes of the market at the default speed, ${traders} accounts, ${decisions} decisions to enter`,
      values.quiet ? 'nothing beside' : `npm run verify beside, ${runs} times`,
      `load ${load.mean.toFixed(1)} in the mean, ${load.highest.toFixed(1)} at most`,
      `refused for other reasons: ${reasons(tally.others)}`,
      `could trade: ${could}, late: ${sum(tally.late)} (${reasons(tally.late)})`,
      `led to an order: ${tally.ordered}${share === undefined ? '' : `, ${(share * 100).toFixed(1)} %`} (wanted: 90 %)`,
    ].join('\n'),
  )
}
