// `npm run simulate`: simulated trading days under faults. See README.md beside this file's folder for what it proves.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runJobs, seedJobs, type SeedRange } from './batch.ts'
import type { BatchJob } from './batch-worker.ts'
import { differingReplays } from './replay-check.ts'
import { coverageText, figureLines, reportText, tooRare, unreached, type CoverageBefore } from './report.ts'
import { SCENARIOS, readScenario, scenarioNames } from './saved-scenarios.ts'
import { CANONICAL } from './session/canonical.ts'
import { play, shrink } from './shrink.ts'
import type { Statistics } from './statistics.ts'
import { singleFaultsOf } from './single-faults.ts'
import { faultsOf, runTrial, sessionNamed, trialNamed } from './trial.ts'

const BEFORE = JSON.parse(readFileSync(join(import.meta.dirname, 'rare-paths-before.json'), 'utf8')) as CoverageBefore
/** Fewer sessions show too little about how rare something is. */
const ENOUGH_SESSIONS = 50_000
/** The single faults of a session are divided, so that all threads are busy to the end. */
const SINGLE_PARTS = 8

/**
 * Sizes of the runs that have names. `everySingle`: one single fault in so many is tried; `pairs`: of a thousand with each fault
 * that is given, how many are tried; `everyGiven`: one fault in so many is given, for to list what can follow one takes a session;
 * `everyNear`: one fault in so many is tried beside those of each saved scenario, 0 for none.
 */
const SIZES = {
  quick: {
    seeds: { first: 1, last: 500 },
    everySingle: 3,
    pairs: 1,
    everyGiven: 12,
    everyNear: 0,
    replays: 20,
    coverage: false,
  },
  daily: {
    seeds: { first: 1, last: 1_000_000 },
    everySingle: 1,
    pairs: 100,
    everyGiven: 1,
    everyNear: 20,
    replays: 200,
    coverage: true,
  },
} as const

const { values } = parseArgs({
  options: {
    size: { type: 'string' },
    seeds: { type: 'string' },
    near: { type: 'string' },
    seed: { type: 'string' },
    shrink: { type: 'string' },
    report: { type: 'string' },
    threads: { type: 'string' },
  },
})

const threads = values.threads === undefined ? undefined : wholeNumber('--threads', values.threads)

// The engine's loop wants to be called from a timer.
setImmediate(() => {
  main().catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
})

async function main(): Promise<void> {
  if (values.seed !== undefined) return showSeed(wholeNumber('--seed', values.seed))
  if (values.shrink !== undefined) return saveShrunk(values.shrink)
  if (values.near !== undefined) {
    if ((await runNear(wholeNumber('--near', values.near))) > 0) process.exitCode = 1
    return
  }
  if (values.seeds !== undefined) {
    const failed = await runSeeds(rangeOf(values.seeds), false)
    if (failed > 0) process.exitCode = 1
    return
  }
  const name = values.size ?? 'quick'
  if (!Object.hasOwn(SIZES, name)) throw new RangeError(`--size must be ${Object.keys(SIZES).join(' or ')}: ${name}`)
  await runSize(SIZES[name as keyof typeof SIZES])
}

async function runSize(size: (typeof SIZES)[keyof typeof SIZES]): Promise<void> {
  const checks: { readonly name: string; readonly ok: boolean }[] = []
  const check = (name: string, ok: boolean) => checks.push({ name, ok })
  for (const name of scenarioNames()) {
    const { violations } = play(readScenario(name))
    check(`scenario ${name}`, violations.length === 0)
    for (const { invariant, text } of violations.slice(0, 2)) console.log(`scenario ${name}: ${invariant}: ${text}`)
  }
  check('seeds', (await runSeeds(size.seeds, size.coverage)) === 0)
  check(
    'singles',
    (await runNamed(`single faults, one in ${size.everySingle} of each kind`, singleJobs(size.everySingle))) === 0,
  )
  check(
    'pairs',
    (await runNamed(`pairs of faults, ${size.pairs} in a thousand`, pairJobs(size.pairs, size.everyGiven))) === 0,
  )
  if (size.everyNear > 0) check('near', (await runNear(size.everyNear)) === 0)
  const differing = await differingReplays({ first: 1, last: size.replays })
  console.log(
    `replay: ${size.replays} seeds in two processes, ${differing.length} differ ${differing.slice(0, 10).join(' ')}`,
  )
  check('replay', differing.length === 0)
  const failed = checks.filter(({ ok }) => !ok)
  for (const { name } of failed) console.log(`failed: ${name}`)
  console.log(`${checks.length - failed.length} passed, ${failed.length} failed`)
  if (values.report !== undefined)
    writeFileSync(values.report, JSON.stringify({ passed: checks.length - failed.length, failed: failed.length }))
  if (failed.length > 0) process.exitCode = 1
}

/** Runs the seeds and prints; answers how many checks failed. With `coverage`, a rare path not reached is a failure too. */
async function runSeeds(range: SeedRange, coverage: boolean): Promise<number> {
  const startedAt = performance.now()
  const { statistics, failed } = await timed(`seeds ${range.first} to ${range.last}`, seedJobs(range))
  console.log(figureLines(statistics, (performance.now() - startedAt) / 1000))
  console.log(coverageText(statistics, BEFORE))
  const missing = unreached(statistics)
  if (missing.length > 0) console.log(`  not reached: ${missing.join(', ')}`)
  const rare = statistics.sessions >= ENOUGH_SESSIONS ? tooRare(statistics, BEFORE) : []
  if (rare.length > 0) console.log(`  reached too seldom: ${rare.join(', ')}`)
  return failed + (coverage ? missing.length + rare.length : 0)
}

async function runNear(every: number): Promise<number> {
  return runNamed(`one fault in ${every} of each kind beside those of each saved scenario`, nearJobs(every))
}

async function runNamed(title: string, jobs: Iterable<BatchJob>): Promise<number> {
  return (await timed(title, jobs)).failed
}

async function timed(title: string, jobs: Iterable<BatchJob>): Promise<{ statistics: Statistics; failed: number }> {
  const startedAt = performance.now()
  let shownAt = startedAt
  const onProgress = ({ sessions, failed }: Statistics) => {
    if (!process.stderr.isTTY || performance.now() - shownAt < 500) return
    shownAt = performance.now()
    process.stderr.write(`\r${title}: ${sessions} sessions, ${failed} failed `)
  }
  const statistics = await runJobs(jobs, { onProgress, ...(threads === undefined ? {} : { threads }) })
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
  console.log(reportText(title, statistics, (performance.now() - startedAt) / 1000))
  return { statistics, failed: statistics.failed }
}

function* singleJobs(every: number): Generator<BatchJob> {
  for (const session of Object.keys(CANONICAL))
    for (let part = 0; part < SINGLE_PARTS; part += 1)
      yield { type: 'singles', session, every, part, parts: SINGLE_PARTS }
}

function* pairJobs(keep: number, everyGiven: number): Generator<BatchJob> {
  for (const session of Object.keys(CANONICAL))
    for (const [i, given] of singleFaultsOf(sessionNamed(session)).entries())
      if (i % everyGiven === 0) yield { type: 'pairs', session, given, keep }
}

/** One more fault beside those of each saved scenario: what is near what broke once breaks sooner than what is drawn. */
function* nearJobs(every: number): Generator<BatchJob> {
  for (const session of scenarioNames()) yield { type: 'singles', session, every, part: 0, parts: 1 }
}

function showSeed(seed: number): void {
  const { violations, fired, trace } = runTrial({ type: 'seed', seed }, true)
  console.log(`seed ${seed}: trace ${trace}`)
  for (const one of fired) console.log(`  ${one.kind} ${one.entity} ${one.ordinal} = ${one.alternative}`)
  for (const { invariant, afterMs, account, text } of violations)
    console.log(`  VIOLATED ${invariant} after ${afterMs} ms (${account ?? 'all'}): ${text}`)
  if (violations.length > 0) process.exitCode = 1
}

function saveShrunk(name: string): void {
  const trial = trialNamed(name)
  const scenario = shrink(faultsOf(trial))
  if (scenario === undefined) {
    console.log(`${name} breaks nothing`)
    return
  }
  const file = join(
    SCENARIOS,
    trial.type === 'seed' ? `seed-${trial.seed}.json` : `near-${trial.session.replace(/\.json$/, '')}.json`,
  )
  mkdirSync(SCENARIOS, { recursive: true })
  writeFileSync(file, `${JSON.stringify(scenario, null, 2)}\n`)
  console.log(`${name} breaks ${scenario.broke} with ${scenario.decisions.length} decisions; saved as ${file}`)
  console.log('Give it a name that says what happened, and keep it once the cause is mended.')
}

function wholeNumber(option: string, text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${option} takes a whole number: ${text}`)
  return value
}

function rangeOf(text: string): SeedRange {
  const match = /^(\d+)\.\.(\d+)$/.exec(text)
  if (match === null) throw new RangeError(`--seeds takes a range such as 1..20000: ${text}`)
  return { first: Number(match[1]), last: Number(match[2]) }
}
