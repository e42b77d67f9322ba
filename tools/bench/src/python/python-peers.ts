import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Size } from '../bench.ts'

const execute = promisify(execFile)

/** Exact versions, from PyPI. TA-Lib's wheel brings the C library. */
const PACKAGES = ['TA-Lib==0.6.8', 'backtesting==0.6.5', 'numpy==2.4.6', 'pandas==3.1.1'] as const
const INSTALL_MS = 600_000
/** A script that has not ended by then is held to hang. */
const RUN_MS = 1_200_000
const MAX_OUTPUT_BYTES = 64_000_000

/** Peers written in Python, which no one needs to have: where they cannot be had, a bench runs without them. */
export type PythonPeers =
  | { readonly reason: string }
  | {
      /** The packages and their versions. */
      readonly about: string
      /** Runs a script beside this file in a fresh process; what it printed, parsed as JSON. `input` goes to its standard input. */
      run<Measured>(script: string, args: readonly string[], input?: string): Promise<Measured>
    }

/** Installs the peers into a folder of the temporary ones, once a set of versions. Resolves with the reason where it cannot. */
export async function pythonPeers(size: Size): Promise<PythonPeers> {
  if (size !== 'full') return { reason: 'not run at the smallest size' }
  const home = path.join(tmpdir(), `strikewise-bench-python-${hash('sha256', PACKAGES.join()).slice(0, 12)}`)
  const python = path.join(home, 'bin', 'python')
  const done = path.join(home, 'installed')
  if (!existsSync(done))
    try {
      mkdirSync(home, { recursive: true })
      await execute('python3', ['-m', 'venv', home], { timeout: INSTALL_MS })
      const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary', ':all:']
      await execute(python, [...install, ...PACKAGES], { timeout: INSTALL_MS })
      writeFileSync(done, '')
    } catch (error) {
      return { reason: reasonOf(error as Error) }
    }
  return {
    about: PACKAGES.join(', '),
    async run<Measured>(script: string, args: readonly string[], input = ''): Promise<Measured> {
      const running = execute(python, [path.join(import.meta.dirname, script), ...args], {
        timeout: RUN_MS,
        maxBuffer: MAX_OUTPUT_BYTES,
      })
      running.child.stdin!.end(input)
      return JSON.parse((await running).stdout) as Measured
    },
  }
}

/** The first line that says why: pip's own error, or that there is no Python. */
function reasonOf({ message }: Error): string {
  const lines = message.split('\n').map((line) => line.trim())
  return lines.find((line) => line.startsWith('ERROR')) ?? lines[0]!
}
