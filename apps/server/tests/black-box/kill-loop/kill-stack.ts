import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { COMPILED } from '../../trading-stack.ts'
import { Fixture, startSurroundings } from '../../fixture.ts'
import type { Passing } from './crash-points.ts'
import type { CrashCommand } from './trader-program.ts'

const PROGRAM = fileURLToPath(new URL('trader-program.ts', import.meta.url))
const READY_MS = 60_000

/** One run of the trader program. */
export interface TraderProcess {
  /** When it began; real milliseconds of this process's clock. */
  readonly startedAt: number
  /**
   * How long, of the real milliseconds since its start, it could have run and had no processor: what the machine's other
   * work took from it. 0 where the system does not report it.
   */
  readonly crowdedOutMs: () => number
  /** Resolves with the signal or exit code when it is gone. */
  readonly ended: Promise<string>
  readonly isRunning: () => boolean
  /** Chooses the next point it dies at, or none. */
  arm(crashAt: string | null): void
  kill(signal: 'SIGKILL' | 'SIGTERM'): void
}

/** Real PostgreSQL, the sandbox in a hurry, and the trader program between them, again and again. */
export class KillStack extends Fixture {
  readonly #crashLog = join(this.dataDir, 'passings.jsonl')
  readonly #running = new Set<ChildProcess>()

  static async start(options: { readonly speed: number; readonly seed: string }): Promise<KillStack> {
    return new KillStack(await startSurroundings(options.speed, options.seed, '2026-09-16T09:40'))
  }

  /**
   * Starts the trader program, dying at `crashAt`. Answers when it is ready, or dead on the way there; throws when it dies
   * there without a request.
   */
  async startTrader(crashAt?: string): Promise<TraderProcess> {
    const startedAt = performance.now()
    const child = spawn(process.execPath, [PROGRAM], {
      env: {
        ...process.env,
        ...this.env,
        ...COMPILED,
        STRIKEWISE_DATA: this.dataDir,
        CRASH_LOG: this.#crashLog,
        ...(crashAt === undefined ? {} : { CRASH_AT: crashAt }),
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    this.#running.add(child)
    const ended = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => {
        this.#running.delete(child)
        resolve(signal ?? `exit ${code}`)
      })
    })
    const log = createWriteStream(join(this.dataDir, 'trader.log'), { flags: 'a' })
    const ready = new Promise<void>((resolve) => {
      createInterface({ input: child.stdout! }).on('line', (line) => {
        log.write(`${line}\n`)
        if (line === '{"ready":true}') resolve()
      })
    })
    const late = setTimeout(() => child.kill('SIGKILL'), READY_MS)
    await Promise.race([ready, ended])
    clearTimeout(late)
    const early = child.exitCode ?? child.signalCode
    if (early !== null && crashAt === undefined) throw new Error(`the trader ended before it was ready: ${early}`)
    return {
      startedAt,
      crowdedOutMs: () => crowdedOutMs(child.pid),
      ended,
      isRunning: () => child.exitCode === null && child.signalCode === null,
      arm: (next) => {
        if (child.connected) child.send({ crashAt: next } satisfies CrashCommand, () => undefined)
      },
      kill: (signal) => child.kill(signal),
    }
  }

  /** How many market seconds pass in a real one from now on. */
  async setSpeed(speed: number): Promise<void> {
    await this.sandbox.post('/clock/speed', { speed })
  }

  /** Every passing the processes have logged so far. */
  passings(): Passing[] {
    if (!existsSync(this.#crashLog)) return []
    const lines = readFileSync(this.#crashLog, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Passing)
  }

  /** What the traders have logged as an error, newest last. */
  errors(): string[] {
    const file = join(this.dataDir, 'trader.log')
    if (!existsSync(file)) return []
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{"level":50') || line.startsWith('{"level":60'))
  }

  async stop(): Promise<void> {
    for (const child of this.#running) {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await exited
    }
    await this.close()
  }
}

/** The kernel's count for the main thread: time on the processor, time waiting for one (ns), times on it. */
function crowdedOutMs(pid: number | undefined): number {
  const file = `/proc/${pid}/schedstat`
  if (!existsSync(file)) return 0
  const [, waited = '0'] = readFileSync(file, 'utf8').split(' ')
  return Number(waited) / 1e6
}
