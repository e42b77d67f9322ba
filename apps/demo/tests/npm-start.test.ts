import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { rootHomeOf } from '../../server/src/store/postgres/home.ts'

const ROOT = join(import.meta.dirname, '../../..')
const READY = 'Stop: Ctrl-C'
const END_TIMEOUT_MS = 30_000

// A whole product is started in each, on a machine that other tests share.
vi.setConfig({ testTimeout: 180_000 })

const folders: string[] = []
const started = new Set<number>()
afterEach(() => {
  for (const pid of started) if (exists(pid)) process.kill(pid, 'SIGKILL')
  started.clear()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'ends everything it started when npm itself receives %s',
  async (signal) => {
    const npm = npmStart(ROOT)
    await npm.says(READY)
    const family = [npm.pid, ...descendantsOf(npm.pid)]
    // npm, the launcher, the task, sandbox, server, PostgreSQL and its workers, demo accounts.
    expect(family.length).toBeGreaterThan(8)
    process.kill(npm.pid, signal)
    await expectAllGone(family)
  },
)

it('ends everything when the signal comes while the server is still starting', async () => {
  const npm = npmStart(ROOT)
  await expect.poll(() => commandsBelow(npm.pid).some((command) => command.includes('postgres')), POLL).toBe(true)
  const family = [npm.pid, ...descendantsOf(npm.pid)]
  process.kill(npm.pid, 'SIGTERM')
  await expectAllGone(family)
})

it('ends the sandbox when the app does not build, and says what failed', async () => {
  const npm = npmStart(projectWithBrokenApp())
  const seen = new Set<number>()
  while (npm.exitCode() === undefined) {
    for (const pid of descendantsOf(npm.pid)) seen.add(pid)
    await delay(50)
  }
  expect(npm.exitCode()).toBe(1)
  expect(npm.output()).toContain('The app did not build')
  expect(npm.output()).not.toContain('is ready')
  await expectAllGone([...seen])
})

const POLL = { timeout: 60_000, interval: 20 } as const

interface NpmStart {
  readonly pid: number
  says(text: string): Promise<void>
  output(): string
  exitCode(): number | undefined
}

/** `npm start` in `project`, on free ports and a data folder of its own. */
function npmStart(project: string): NpmStart {
  const data = newFolder('strikewise-start-')
  folders.push(rootHomeOf(data))
  const child: ChildProcess = spawn(
    'npm',
    ['start', '--', '--port', '0', '--sandbox-port', '0', '--data', data, '--start', '2026-09-16T10:00'],
    {
      cwd: project,
      env: { ...ownEnvironment(process.env), SANDBOX_SMTP_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  started.add(child.pid!)
  return {
    pid: child.pid!,
    says: async (text) => {
      await expect.poll(() => output, POLL).toContain(text)
    },
    output: () => output,
    exitCode: () => child.exitCode ?? undefined,
  }
}

/** The project with one source file of the app that is no TypeScript; everything else is the project's own. */
function projectWithBrokenApp(): string {
  const project = newFolder('strikewise-broken-')
  const copied = new Set(['scripts', 'apps', 'package.json', 'package-lock.json'])
  for (const name of readdirSync(ROOT))
    if (!copied.has(name) && !name.startsWith('.')) symlinkSync(join(ROOT, name), join(project, name))
  for (const name of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, name), join(project, name), { recursive: true })
  mkdirSync(join(project, 'apps'))
  for (const name of readdirSync(join(ROOT, 'apps')))
    if (name !== 'web') symlinkSync(join(ROOT, 'apps', name), join(project, 'apps', name))
  cpSync(join(ROOT, 'apps/web'), join(project, 'apps/web'), {
    recursive: true,
    filter: (source) => !['node_modules', 'dist'].includes(basename(source)),
  })
  symlinkSync(join(ROOT, 'apps/web/node_modules'), join(project, 'apps/web/node_modules'))
  writeFileSync(join(project, 'apps/web/src/main.tsx'), 'this is no program {')
  return project
}

function newFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  folders.push(folder)
  return folder
}

/** As a person's shell has it: npm takes the variables of the npm that runs the tests for its own, and Vite those of Vitest. */
function ownEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(npm_|VITEST|NODE_ENV$|TEST$|MODE$|DEV$|PROD$|SSR$|BASE_URL$)/.test(name),
    ),
  )
}

/** Every process below `pid`, as the kernel lists them. */
function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(Number(name))
    if (parent !== undefined) parents.set(Number(name), parent)
  }
  const below = [pid]
  for (const known of below) for (const [child, parent] of parents) if (parent === known) below.push(child)
  const found = below.slice(1)
  for (const each of found) started.add(each)
  return found
}

function commandsBelow(pid: number): string[] {
  return descendantsOf(pid).map((each) => procFile(each, 'cmdline') ?? '')
}

/** Undefined for a process that has ended, also when its parent has not collected it yet. */
function parentOf(pid: number): number | undefined {
  const stat = procFile(pid, 'stat')
  // The command's name stands in parentheses and may hold anything: what follows the last one counts.
  const [state, parent] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return state === undefined || state === 'Z' ? undefined : Number(parent)
}

function procFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}

function exists(pid: number): boolean {
  return parentOf(pid) !== undefined
}

async function expectAllGone(pids: readonly number[]): Promise<void> {
  await expect
    .poll(() => pids.filter(exists).map((pid) => `${pid} ${procFile(pid, 'cmdline')?.replaceAll('\0', ' ')}`), {
      timeout: END_TIMEOUT_MS,
      interval: 100,
    })
    .toEqual([])
}
