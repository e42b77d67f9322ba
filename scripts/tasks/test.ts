// Everything CI runs: house rules, unit and system tests, simulated days, the built app in a real browser. The last line adds all runners up.
// @invariant one-connection No transaction waits for a second connection.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureChromium, ensureHeadlessShell } from '../chromium.ts'
import { PROMETHEUS, PROMTOOL } from '../alert-rules.ts'
import { listen, ROOT, run } from '../command.ts'
import { buildAppIfStale } from '../build-app.ts'
import { NATS_SERVER } from '../cluster/nats-server.ts'
import { ensureBuild } from '../debian-package.ts'
import { ONE_CONNECTION, ONE_CONNECTION_ONLY } from '../one-connection-tests.ts'
import {
  ArgumentError,
  matching,
  seedOptions,
  testSelection,
  type Stage,
  type TestSelection,
} from '../test-arguments.ts'

interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Lines of a failure that are repeated at the end: the rest is where it happened. */
const LINES_SHOWN = 12

const reports = mkdtempSync(join(tmpdir(), 'strikewise-test-'))

/** What a stage does, all of it or what the patterns name. */
type Stages = Readonly<Partial<Record<Stage, (patterns: readonly string[]) => Promise<Count>>>>

/**
 * One group after the other, for each takes both cores of a small machine. Only the system tests wait much, for real time to
 * pass: two stages run beside them, and their output comes when they end.
 */
const GROUPS: readonly Stages[] = [
  {
    verify: async (patterns) => outcome(await run(process.execPath, ['scripts/tasks/verify.ts', ...patterns])),
  },
  {
    unit: async (patterns) => {
      // Tests of the alert rules report that they are skipped where it cannot be had.
      await ensureBuild(PROMTOOL, ['prometheus'])
      return vitest('unit', patterns)
    },
  },
  {
    system: async (patterns) => {
      // Tests of the bus between machines report that they are skipped where it cannot be had.
      await ensureBuild(NATS_SERVER, ['nats-server'])
      // Likewise the test that scrapes.
      await ensureBuild(PROMETHEUS, ['prometheus'])
      // A file that is named runs with as many connections as the product has.
      return vitest(
        'system',
        patterns.length > 0 ? patterns : ONE_CONNECTION_ONLY.flatMap((file) => ['--exclude', file]),
      )
    },
    'one-connection': async (patterns) => {
      const files = matching(ONE_CONNECTION, patterns, (file) => file)
      return vitest('one-connection', ['--no-file-parallelism', ...files], { DATABASE_POOL: '1' }, runInParallel)
    },
    simulate,
  },
  { browser: playwright },
]

/** Stages whose parts run without the built app: tests of its pages report that they are skipped, or take the last build. */
const PARTS_WITHOUT_APP: readonly Stage[] = ['verify', 'unit', 'simulate']

const { stages, patterns } = selection()
let total: Count = { passed: 0, failed: 0, skipped: 0 }
const summary: string[] = []
/** Repeated at the end: what failed early is far above by then. */
const failures: string[] = []
for (const group of GROUPS) {
  const chosen = stages.filter((stage) => group[stage] !== undefined)
  // Here, not by two stages of a group at once.
  if (chosen.some(needsApp)) await buildAppIfStale()
  await Promise.all(chosen.map((stage) => timed(stage, () => group[stage]!(patterns))))
}
rmSync(reports, { recursive: true, force: true })
console.log([...failures, ...summary, asText(total)].join('\n'))
process.exit(total.failed === 0 ? 0 : 1)

/** What the command line names. A wrong argument ends this process with status 2. */
function selection(): TestSelection {
  try {
    return testSelection(process.argv.slice(2))
  } catch (error) {
    return refused(error)
  }
}

function refused(error: unknown): never {
  if (!(error instanceof ArgumentError)) throw error
  console.error(error.message)
  process.exit(2)
}

function needsApp(stage: Stage): boolean {
  return patterns.length === 0 ? stage !== 'verify' : !PARTS_WITHOUT_APP.includes(stage)
}

async function timed(stage: string, work: () => Promise<Count>): Promise<void> {
  const startedAt = performance.now()
  const count = await work().catch(refused)
  summary.push(`${stage}: ${asText(count)} in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  total = {
    passed: total.passed + count.passed,
    failed: total.failed + count.failed,
    skipped: total.skipped + count.skipped,
  }
}

/** As `run`, beside another stage: what is reported comes at the end. */
async function runInParallel(...args: Parameters<typeof listen>): Promise<number> {
  const { code, output } = await listen(...args)
  process.stdout.write(output)
  return code
}

function asText({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function outcome(code: number): Count {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

/** `unit` covers the app's components too; the others start real servers and so run on their own. */
async function vitest(
  stage: 'unit' | 'system' | 'one-connection',
  more: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  start = run,
): Promise<Count> {
  const file = join(reports, `${stage}.json`)
  const projects = stage === 'unit' ? ['--project', 'unit', '--project', 'web'] : ['--project', 'system']
  const code = await start(
    'vitest',
    [
      'run',
      ...projects,
      `--reporter=${patterns.length === 0 ? 'dot' : 'default'}`,
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...more,
    ],
    { ...process.env, ...env },
  )
  if (!existsSync(file)) return outcome(1)
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numFailedTestSuites: number
    testResults: {
      name: string
      status: string
      message: string
      assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
    }[]
  }
  for (const { name, status, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    for (const test of failed) printAgain(stage, `${name} › ${test.fullName}`, test.failureMessages.join('\n'))
    if (status === 'failed' && failed.length === 0) printAgain(stage, name, message)
  }
  // A file that cannot even load has no failed test of its own.
  const failed =
    report.numFailedTests > 0 || code === 0 ? report.numFailedTests : Math.max(1, report.numFailedTestSuites)
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests }
}

function printAgain(stage: string, name: string, message: string): void {
  const lines = message.split('\n')
  const notified = lines.slice(0, LINES_SHOWN).map((line) => `    ${line}`)
  failures.push([`${stage}: FAILED ${relative(ROOT, name)}`, ...notified].join('\n'))
}

/** Trading days under faults, in the size for every landing; no real time passes in them, so they take what is left of the cores. */
async function simulate(patterns: readonly string[]): Promise<Count> {
  const file = join(reports, 'simulate.json')
  const program = 'apps/lab/src/simulate/main.ts'
  if (patterns.length > 0) return outcome(await run(process.execPath, [program, ...seedOptions(patterns)]))
  const code = await runInParallel('nice', [process.execPath, program, '--size', 'quick', '--report', file])
  if (!existsSync(file)) return outcome(code === 0 ? 1 : code)
  const { passed, failed } = JSON.parse(readFileSync(file, 'utf8')) as { passed: number; failed: number }
  return { passed, failed, skipped: 0 }
}

async function playwright(patterns: readonly string[]): Promise<Count> {
  const file = join(reports, 'browser.json')
  const CHROMIUM_PATH = await ensureChromium()
  const HEADLESS_SHELL_PATH = await ensureHeadlessShell()
  const env = { ...process.env, CHROMIUM_PATH, HEADLESS_SHELL_PATH, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...patterns]
  const code = await run('playwright', args, env)
  if (!existsSync(file)) return outcome(1)
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  const failed = stats.unexpected > 0 || code === 0 ? stats.unexpected : 1
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped }
}
