import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { BatchJob } from './batch-worker.ts'
import { add, emptyStatistics, type Statistics } from './statistics.ts'

/** Seeds from `first` to `last`, both included. */
export interface SeedRange {
  readonly first: number
  readonly last: number
}

export interface BatchOptions {
  readonly onProgress?: (done: Statistics) => void
  /** How many run beside each other; else as many as there are processors. */
  readonly threads?: number
}

/** Pieces a worker takes at a time: small enough that all of them end together. */
const PIECE = 250

/** Workers without a job: kept for the next batch, because a new one compiles everything again. They hold no process open. */
const idle: Worker[] = []

/**
 * Runs jobs on several threads; a worker asks for the next when it is done with one. Rejects when a worker breaks: a
 * session must never throw.
 */
export async function runJobs(
  jobs: Iterable<BatchJob>,
  { onProgress, threads }: BatchOptions = {},
): Promise<Statistics> {
  const total = emptyStatistics()
  const queue = jobs[Symbol.iterator]()
  const work = async (): Promise<void> => {
    const worker = idle.pop() ?? newWorker()
    worker.ref()
    try {
      for (let next = queue.next(); next.done !== true; next = queue.next()) {
        const { promise, resolve, reject } = Promise.withResolvers<Statistics>()
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.postMessage(next.value)
        add(total, await promise)
        worker.off('error', reject)
        onProgress?.(total)
      }
    } catch (error) {
      await worker.terminate()
      throw error
    }
    worker.unref()
    idle.push(worker)
  }
  await Promise.all(Array.from({ length: threads ?? availableParallelism() }, () => work()))
  total.failures.sort((a, b) => a.trial.localeCompare(b.trial, 'en', { numeric: true }))
  return total
}

function newWorker(): Worker {
  return new Worker(new URL('batch-worker.ts', import.meta.url), { resourceLimits: { maxYoungGenerationSizeMb: 96 } })
}

export function* seedJobs({ first, last }: SeedRange): Generator<BatchJob> {
  for (let from = first; from <= last; from += PIECE)
    yield { type: 'seeds', first: from, last: Math.min(last, from + PIECE - 1) }
}
