// Lighthouse on the built app: landing and plans as a visitor on a phone, the dashboard signed in. Ends with 1 when a page is below what is wanted.
// `--record` writes the figures to docs/benchmarks.md.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { auditPages, median, type Audited, type LighthouseFinding } from '../../e2e/lighthouse.ts'
import { startDevStack } from '../../e2e/dev-stack.ts'
import { figureLine, type Figure } from '../benchmarks/figure-lines.ts'
import { recordFigures } from '../benchmarks/record.ts'
import { buildAppIfStale } from '../build-app.ts'
import { ensureChromium } from '../chromium.ts'
import { ROOT, run } from '../command.ts'

const PUBLIC = { performance: 98, accessibility: 98, 'best-practices': 98, seo: 98 }
const PAGES: readonly Audited[] = [
  { name: 'landing', path: '/', least: PUBLIC },
  { name: 'plans', path: '/plans', least: PUBLIC },
  { name: 'dashboard', path: '/dashboard', who: 'master', least: { accessibility: 95, 'best-practices': 95 } },
]
const RUNS = 5

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false } },
})
const unknown = asked.find((name) => !PAGES.some((page) => page.name === name))
if (unknown !== undefined) {
  console.error(`Unknown page '${unknown}'. One of: ${PAGES.map((page) => page.name).join(', ')}; none for all.`)
  process.exit(1)
}
const pages = asked.length === 0 ? PAGES : PAGES.filter(({ name }) => asked.includes(name))

const cli = await installLighthouse()
process.env['CHROMIUM_PATH'] = await ensureChromium()
await buildAppIfStale()
const stack = await startDevStack({ sandboxArgs: ['--speed', '1', '--start', '2026-09-16T10:30'], demo: true })
try {
  const findings = await auditPages(cli, stack, pages, RUNS)
  print(findings)
  if (!findings.every(({ least, found }) => median(found) >= least)) process.exitCode = 1
  const figures = findings.map(figureOf)
  console.log(figures.map(figureLine).join('\n'))
  if (values.record) recordFigures('lighthouse', asked, figures, Number(process.exitCode ?? 0))
} finally {
  await stack.close()
}

/** Its program, from a folder with a lock of its own: 176 MB that nothing else needs. */
async function installLighthouse(): Promise<string> {
  const folder = join(ROOT, 'tools', 'lighthouse')
  const chosen = (
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: { lighthouse: string } }
  ).dependencies.lighthouse
  const installed = join(folder, 'node_modules', 'lighthouse', 'package.json')
  const version = existsSync(installed) && (JSON.parse(readFileSync(installed, 'utf8')) as { version: string }).version
  if (version !== chosen) {
    console.error(`Installing Lighthouse ${chosen} …`)
    const code = await run('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--loglevel=error'])
    if (code !== 0) throw new Error(`Lighthouse could not be installed (npm exit ${code}).`)
  }
  return join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')
}

function figureOf({ page, category, least, found, machine }: LighthouseFinding): Figure {
  const score = `${median(found)} (goal: ${least})`
  return {
    name: `${page}: ${category}, median of ${found.length}`,
    value: category === 'performance' ? `${score}, benchmark index of the machine ${median(machine)}` : score,
  }
}

function print(findings: readonly LighthouseFinding[]): void {
  console.log('page       category        wanted  found  runs')
  for (const { page, category, least, found, machine, lost } of findings) {
    const value = median(found)
    console.log(
      `${page.padEnd(10)} ${category.padEnd(14)}  ${String(least).padStart(6)}  ${String(value).padStart(5)}  ${found.join(' ')}${value < least ? '  too low' : ''}`,
    )
    if (category === 'performance') console.log(`             on a machine of ${machine.join(' ')} (benchmark index)`)
    for (const reason of lost) console.log(`             ${reason}`)
  }
}
