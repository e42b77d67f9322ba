import { execFileSync } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import { ROOT } from '../command.ts'
import type { Measured } from './document.ts'

const BYTES_PER_GIB = 2 ** 30

/** What is measured now: the day, the commit of this folder, and the shape of the machine. Names no host. */
export function measuredNow(): Measured {
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    machine: `${availableParallelism()} cores, ${Math.round(totalmem() / BYTES_PER_GIB)} GiB of memory, Node ${process.versions.node}`,
  }
}

/** The figures themselves are no change of what is measured. */
function commit(): string {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/benchmarks.md') !== ''
    return git('rev-parse', '--short=8', 'HEAD') + (changed ? ' with changes' : '')
  } catch {
    // A folder without its history, such as an unpacked archive.
    return 'unknown'
  }
}
