import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { whileRunning } from './while-running.ts'

/** Ignored by git. */
const BENCH_DATA = join(import.meta.dirname, '../../../.data/bench')

/**
 * Gives `use` an empty folder that is gone afterwards, also when the bench is interrupted. It is the same place every
 * time: a root start keeps its PostgreSQL elsewhere, by the path of the data folder, so that changing names would leave
 * a cluster behind with each.
 */
export async function inEmptyFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const empty = () => rm(BENCH_DATA, { recursive: true, force: true })
  return whileRunning(
    async () => {
      await empty()
      await mkdir(BENCH_DATA, { recursive: true, mode: 0o700 })
      return BENCH_DATA
    },
    () => ({ stop: empty }),
    use,
  )
}
