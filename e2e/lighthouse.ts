import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import config from './playwright.config.ts'
import { logInAs } from './users.ts'
import type { DevStack } from './dev-stack.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** A page Lighthouse looks at on its mobile profile, and the least it must find there, of 100. */
export interface Audited {
  readonly name: string
  readonly path: string
  /** The plan of the demo account that is signed in; left out: a visitor. */
  readonly who?: string
  readonly least: Readonly<Partial<Record<Category, number>>>
}

/** One category of one page: what was wanted, and what each run found. */
export interface LighthouseFinding {
  readonly page: string
  readonly category: Category
  readonly least: number
  readonly found: readonly number[]
  /** How fast this machine was in each run, by Lighthouse's own measure: its phone is modelled from about 1,500. */
  readonly machine: readonly number[]
  /** What cost points in the last run, in Lighthouse's words. */
  readonly lost: readonly string[]
}

interface Report {
  readonly environment: { readonly benchmarkIndex: number }
  readonly categories: Readonly<
    Record<string, { score: number | null; auditRefs: readonly { readonly id: string; readonly weight: number }[] }>
  >
  readonly audits: Readonly<Record<string, { title: string; score: number | null; displayValue?: string }>>
}

/**
 * Has Lighthouse look at `pages` of `world`, each `runs` times, each time in a new browser profile: what an earlier look
 * left behind in it costs the next one a quarter of a second. `cli` is its program. Throws when Lighthouse cannot finish.
 */
export async function auditPages(
  cli: string,
  stack: DevStack,
  pages: readonly Audited[],
  runs: number,
): Promise<readonly LighthouseFinding[]> {
  const findings: LighthouseFinding[] = []
  for (const page of pages) {
    const reports: Report[] = []
    for (let run = 0; run < runs; run++) reports.push(await auditOnce(cli, stack, page))
    findings.push(...findingsOf(page, reports))
  }
  return findings
}

/** One look. Lighthouse now and then loses the beginning of its trace and asks to be run again: so it is, twice at most. */
async function auditOnce(cli: string, stack: DevStack, page: Audited, again = 2): Promise<Report> {
  const profile = mkdtempSync(join(tmpdir(), 'strikewise-lighthouse-'))
  const { args = [], ...launch } = config.use?.launchOptions ?? {}
  const context = await chromium.launchPersistentContext(join(profile, 'browser'), {
    headless: true,
    ...launch,
    args: [...args, '--remote-debugging-port=0'],
  })
  try {
    const [port = ''] = readFileSync(join(profile, 'browser', 'DevToolsActivePort'), 'utf8').split('\n')
    if (page.who !== undefined) {
      const tab = await context.newPage()
      await logInAs(tab, stack, page.who)
      await tab.close()
    }
    const file = join(profile, 'report.json')
    const code = await exitOf([cli, stack.url + page.path, ...optionsOf(page, port, file)])
    if (code === 0) return JSON.parse(readFileSync(file, 'utf8')) as Report
    if (again === 0) throw new Error(`Lighthouse ended with exit ${code}.`)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
  return await auditOnce(cli, stack, page, again - 1)
}

function exitOf(command: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', resolve)
  })
}

/** The value in the middle; of an even number the lower of the two, so that it never flatters. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
}

function optionsOf({ who, least }: Audited, port: string, file: string): string[] {
  return [
    `--port=${port}`,
    `--only-categories=${Object.keys(least).join(',')}`,
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    // A dashboard never stops asking: it is complete long before it is quiet.
    ...(who === undefined ? [] : ['--disable-storage-reset', '--max-wait-for-load=20000']),
  ]
}

function findingsOf(page: Audited, reports: readonly Report[]): LighthouseFinding[] {
  return CATEGORIES.flatMap((category) => {
    const least = page.least[category]
    if (least === undefined) return []
    const found = reports.map((report) => Math.round((report.categories[category]?.score ?? 0) * 100))
    const machine = reports.map((report) => Math.round(report.environment.benchmarkIndex))
    return [{ page: page.name, category, least, found, machine, lost: lostIn(reports.at(-1)!, category) }]
  })
}

function lostIn({ categories, audits }: Report, category: Category): string[] {
  return (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = audits[id]
    if (weight === 0 || audit === undefined || audit.score === null || audit.score >= 1) return []
    return [audit.displayValue === undefined ? audit.title : `${audit.title} (${audit.displayValue})`]
  })
}
