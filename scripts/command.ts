import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { shutdownOnSignals, trackChildProcess } from './child-processes.ts'

/** The project's root folder. */
export const ROOT = join(import.meta.dirname, '..')

/** Where Node keeps what it compiled: the tests alone start our programs and their threads hundreds of times. */
export const COMPILED = join(tmpdir(), 'strikewise-compiled')

/**
 * Runs a program of node_modules/.bin (or any on the path) in the project's root; resolves with its exit code. A signal to
 * this process ends the program first.
 */
export function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  return exitCodeOf(spawn(program, args, { cwd: ROOT, env: surroundings(env), stdio: 'inherit' }))
}

/** As `run`, for programs that run side by side: resolves with all that was reported too. */
export async function listen(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, { cwd: ROOT, env: surroundings(env), stdio: ['ignore', 'pipe', 'pipe'] })
  const [code, out, err] = await Promise.all([exitCodeOf(child), text(child.stdout), text(child.stderr)])
  return { code, output: out + err }
}

/** The environment of a program of ours: its tools on the path, and compiled code kept. */
export function surroundings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const path = `${join(ROOT, 'node_modules', '.bin')}:${env['PATH'] ?? ''}`
  return { NODE_COMPILE_CACHE: COMPILED, ...env, PATH: path }
}

/** Resolves with the exit code of a program, which a signal to this process ends first. */
export function exitCodeOf(child: ReturnType<typeof spawn>): Promise<number> {
  shutdownOnSignals()
  trackChildProcess(child)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
