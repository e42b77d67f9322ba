import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** The project's root folder. */
export const ROOT = join(import.meta.dirname, '..')

/** Runs a program of node_modules/.bin (or any on the path) in the project's root; resolves with its exit code. */
export function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  return new Promise((resolve, reject) => {
    const path = `${join(ROOT, 'node_modules', '.bin')}:${env['PATH'] ?? ''}`
    const child = spawn(program, args, { cwd: ROOT, env: { ...env, PATH: path }, stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
