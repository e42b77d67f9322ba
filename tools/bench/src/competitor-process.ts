import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CompetitorName } from './competitor.ts'
import { whileRunning } from './while-running.ts'

const COMPETITOR_PROGRAM = join(import.meta.dirname, 'competitor.ts')

/**
 * Runs one side of a bench in a fresh Node process and returns what it measured, so that no side meets a heap or
 * compiled code the other left behind. Throws when the process fails; its own words are on standard error by then.
 */
export async function runCompetitor<Measured>(side: CompetitorName, ...args: readonly string[]): Promise<Measured> {
  const start = async () => {
    const child = spawn(process.execPath, ['--expose-gc', COMPETITOR_PROGRAM, side, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    const stop = async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    }
    return { child, ended, stop }
  }
  return whileRunning(
    start,
    (started) => started,
    async ({ child, ended }) => {
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
      const [code, signal] = (await ended) as [number | null, string | null]
      if (code !== 0) throw new Error(`${side} ended with ${signal ?? `exit ${code}`}`)
      return JSON.parse(output) as Measured
    },
  )
}

/** A B A B …: both sides once a round, so that whatever slows the machine down slows both. */
export async function alternately<A, B>(
  rounds: number,
  product: () => Promise<A>,
  peer: () => Promise<B>,
): Promise<{ product: A[]; peers: B[] }> {
  const measured: { product: A[]; peers: B[] } = { product: [], peers: [] }
  for (let round = 0; round < rounds; round += 1) {
    measured.product.push(await product())
    measured.peers.push(await peer())
  }
  return measured
}
