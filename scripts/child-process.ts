import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { stopChild, trackChildProcess } from './child-processes.ts'
import { ROOT } from './command.ts'

/** A program of ours that runs beside this one. */
export interface ManagedProcess {
  readonly name: string
  readonly pid: number
  /** Resolves with the exit code (or signal) when it ends, however it ends. */
  readonly ended: Promise<string>
  /** Asks it to stop, insists after `graceMs`, resolves when it is gone. */
  stop(graceMs?: number): Promise<void>
  /** kill -9, as a crash would: no clean-up in the program. */
  kill(): Promise<void>
}

interface Options {
  readonly name: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** Everything it prints goes here. */
  readonly logFile: string
  /** How long it may take until it is ready; two minutes where it is left out. */
  readonly readyWithinMs?: number
  /** Lines worth showing to the person at the terminal. */
  readonly onProblem?: (line: string) => void
  /** Every line it prints, its ready line included. */
  readonly onLine?: (line: string) => void
}

const START_TIMEOUT_MS = 120_000

/**
 * Starts one of our programs with this Node and waits for its ready line, a JSON object with `"ready": true` on standard output.
 * Rejects with the program's last lines when it ends or stays silent first.
 */
export async function startManagedProcess<Ready extends object>(
  options: Options,
): Promise<{ program: ManagedProcess; ready: Ready }> {
  mkdirSync(dirname(options.logFile), { recursive: true })
  const log = createWriteStream(options.logFile, { flags: 'a' })
  const child = spawn(process.execPath, options.args, {
    cwd: ROOT,
    env: options.env ?? process.env,
    // The channel carries no messages: it closes however this process ends, and the program then ends in order.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Its own process group: Ctrl-C at the terminal reaches this process alone, which stops the programs in their order.
    detached: true,
  })
  trackChildProcess(child)
  const lastLines: string[] = []
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
  const program = asProgram(options.name, child, ended)

  const ready = new Promise<Ready>((resolve, reject) => {
    const { readyWithinMs = START_TIMEOUT_MS } = options
    const timer = setTimeout(
      () => reject(new Error(`${options.name} did not get ready within ${readyWithinMs / 1000} s`)),
      readyWithinMs,
    )
    const onLine = (line: string) => {
      log.write(`${line}\n`)
      options.onLine?.(line)
      lastLines.push(line)
      if (lastLines.length > 20) lastLines.shift()
      const object = parse(line)
      if (object?.['ready'] === true) {
        clearTimeout(timer)
        resolve(object as Ready)
      } else if (isProblem(object)) options.onProblem?.(line)
    }
    createInterface({ input: child.stdout! }).on('line', onLine)
    createInterface({ input: child.stderr! }).on('line', (line) => {
      onLine(line)
      options.onProblem?.(line)
    })
    void ended.then((how) => {
      clearTimeout(timer)
      reject(new Error(`${options.name} ended before it was ready (${how}):\n${lastLines.join('\n')}`))
    })
  })
  try {
    return { program, ready: await ready }
  } catch (error) {
    await program.stop()
    throw error
  }
}

function asProgram(name: string, child: ChildProcess, ended: Promise<string>): ManagedProcess {
  return {
    name,
    pid: child.pid ?? 0,
    ended,
    async stop(graceMs = 15_000) {
      await stopChild(child, graceMs)
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** Log lines carry pino's levels: 40 is a warning. */
function isProblem(line: Record<string, unknown> | undefined): boolean {
  return typeof line?.['level'] === 'number' && line['level'] >= 40
}
