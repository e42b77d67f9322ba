import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const STOP_TIMEOUT_MS = 30_000
const POLL_MS = 20

/** What a running PostgreSQL shows of itself in its cluster folder. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
}

/** The server that `postmaster.pid` of a cluster names, if its process still lives and really is that cluster's. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (Number.isInteger(pid) && isAlive(pid) && isServerOf(pid, cluster)) return { pid, port }
  // A killed machine leaves the file behind, and its number may belong to another program by now.
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return undefined
}

/** Fast shutdown: running transactions are rolled back, everything committed is kept. Resolves when the process is gone. */
export async function stopPostmaster({ pid }: Pick<Postmaster, 'pid'>): Promise<void> {
  const deadline = performance.now() + STOP_TIMEOUT_MS
  process.kill(pid, 'SIGINT')
  while (isAlive(pid)) {
    if (performance.now() > deadline)
      throw new Error(`PostgreSQL (process ${pid}) did not stop in ${STOP_TIMEOUT_MS} ms`)
    await delay(POLL_MS)
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A killed parent's child may wait unburied where nothing reaps it, as in a container. */
function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function isServerOf(pid: number, cluster: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)
  } catch {
    // No /proc on this system: trust the file, as PostgreSQL itself does.
    return process.platform !== 'linux'
  }
}
