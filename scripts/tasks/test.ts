// Everything CI runs: house rules, unit and system tests, simulated days, the built app in a real browser. The last line adds all runners up.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from '../chromium.ts'
import { run } from '../command.ts'
import { buildAppIfStale } from '../build-app.ts'

interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const reports = mkdtempSync(join(tmpdir(), 'strikewise-test-'))
const only = process.argv.slice(2)
const wanted = (stage: string) => only.length === 0 || only.includes(stage)
const counts: Count[] = []

if (wanted('verify')) counts.push(outcome(await run(process.execPath, ['scripts/tasks/verify.ts'])))
if (wanted('unit') || wanted('system')) await buildAppIfStale()
for (const stage of ['unit', 'system'] as const) if (wanted(stage)) counts.push(await vitest(stage))
if (wanted('simulate')) counts.push(await simulate())
if (wanted('browser')) {
  await buildAppIfStale()
  counts.push(await playwright(await ensureChromium()))
}

const total = counts.reduce(
  (sum, c) => ({ passed: sum.passed + c.passed, failed: sum.failed + c.failed, skipped: sum.skipped + c.skipped }),
  {
    passed: 0,
    failed: 0,
    skipped: 0,
  },
)
rmSync(reports, { recursive: true, force: true })
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 ? 0 : 1)

function outcome(code: number): Count {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

/** `unit` covers the app's components too; `system` starts real servers and so runs on its own. */
async function vitest(stage: 'unit' | 'system'): Promise<Count> {
  const file = join(reports, `${stage}.json`)
  const projects = stage === 'unit' ? ['--project', 'unit', '--project', 'web'] : ['--project', 'system']
  const code = await run('vitest', [
    'run',
    ...projects,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  if (!existsSync(file)) return outcome(1)
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numFailedTestSuites: number
  }
  // A file that cannot even load has no failed test of its own.
  const failed =
    report.numFailedTests > 0 || code === 0 ? report.numFailedTests : Math.max(1, report.numFailedTestSuites)
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests }
}

/** Trading days under faults, in the size for every landing. */
async function simulate(): Promise<Count> {
  const file = join(reports, 'simulate.json')
  const code = await run(process.execPath, ['apps/lab/src/simulate/main.ts', '--size', 'quick', '--report', file])
  if (!existsSync(file)) return outcome(code === 0 ? 1 : code)
  const { passed, failed } = JSON.parse(readFileSync(file, 'utf8')) as { passed: number; failed: number }
  return { passed, failed, skipped: 0 }
}

async function playwright(chromium: string): Promise<Count> {
  const file = join(reports, 'browser.json')
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const code = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], env)
  if (!existsSync(file)) return outcome(1)
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  const failed = stats.unexpected > 0 || code === 0 ? stats.unexpected : 1
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped }
}
