import { spawn, type ChildProcess } from 'node:child_process'
import { hash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect } from 'vitest'
import { rootHomeOf } from '../../server/src/store/postgres/home.ts'

/** The project under test. */
export const PROJECT = join(import.meta.dirname, '../../..')
export const POLL = { timeout: 60_000, interval: 20 } as const
/** A whole product starts in 10 s alone; beside the other stages of `npm test` on two cores it has taken more than 60. */
const OUTPUT_TIMEOUT_MS = 150_000
const END_TIMEOUT_MS = 30_000
/** Lines of a process that a failed wait shows: the newest show what it was doing. */
const LINES_SHOWN = 8

const folders: string[] = []
const started = new Set<number>()

/** After each test: kills what is left of every npm and deletes the folders made for it. */
export function clearProcesses(): void {
  for (const pid of started) if (exists(pid)) process.kill(pid, 'SIGKILL')
  started.clear()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export interface NpmProcess {
  readonly pid: number
  /** Settles once the output holds `text`; after 150 s without it the failure shows the newest lines. */
  prints(text: string): Promise<void>
  output(): string
  exitCode(): number | undefined
}

/** Runs npm with `args` in `project`, on free ports of the sandbox and with the data folder `data`. */
export function runNpm(project: string, args: readonly string[], data: string): NpmProcess {
  folders.push(rootHomeOf(data))
  const child: ChildProcess = spawn('npm', [...args, '--sandbox-port', '0', '--data', data], {
    cwd: project,
    env: { ...ownEnvironment(process.env), SANDBOX_SMTP_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  started.add(child.pid!)
  return {
    pid: child.pid!,
    prints: async (text) => {
      await expect
        .poll(() => (output.includes(text) ? text : `${output.split('\n').slice(-LINES_SHOWN).join('\n')} …`), {
          ...POLL,
          timeout: OUTPUT_TIMEOUT_MS,
        })
        .toBe(text)
    },
    output: () => output,
    exitCode: () => child.exitCode ?? undefined,
  }
}

/**
 * The project with `apps` as copies that a test may change; everything else is the project's own. Throws when its packages
 * are not those of the lock file: the command under test would install them into the project's own folder.
 */
export function projectWithCopied(...apps: readonly string[]): string {
  const lock = hash('sha256', readFileSync(join(PROJECT, 'package-lock.json')))
  const stamp = join(PROJECT, 'node_modules/.installed-from')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock)
    throw new Error('node_modules is older than package-lock.json: `npm test -- system npm-` installs first')
  const project = newFolder('strikewise-project-')
  const copied = new Set(['scripts', 'apps', 'package.json', 'package-lock.json'])
  for (const name of readdirSync(PROJECT))
    if (!copied.has(name) && !name.startsWith('.')) symlinkSync(join(PROJECT, name), join(project, name))
  for (const name of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(join(PROJECT, name), join(project, name), { recursive: true })
  mkdirSync(join(project, 'apps'))
  for (const name of readdirSync(join(PROJECT, 'apps'))) {
    const [from, to] = [join(PROJECT, 'apps', name), join(project, 'apps', name)]
    if (!apps.includes(name)) {
      symlinkSync(from, to)
      continue
    }
    cpSync(from, to, { recursive: true, filter: (source) => !['node_modules', 'dist'].includes(basename(source)) })
    const own = join(from, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(to, 'node_modules'))
  }
  return project
}

export function newFolder(prefix: string): string {
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
export function descendantsOf(pid: number): number[] {
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

export function commandsBelow(pid: number): string[] {
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

export async function expectAllRemoved(pids: readonly number[]): Promise<void> {
  await expect
    .poll(() => pids.filter(exists).map((pid) => `${pid} ${procFile(pid, 'cmdline')?.replaceAll('\0', ' ')}`), {
      timeout: END_TIMEOUT_MS,
      interval: 100,
    })
    .toEqual([])
}
