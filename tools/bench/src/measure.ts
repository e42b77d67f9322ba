import { getHeapStatistics } from 'node:v8'

/** How long code runs before it is timed, and while it is. */
export interface Effort {
  readonly warmMs: number
  readonly timedMs: number
}

/** Code that ran half a second is compiled as far as it will be. */
const FULL_EFFORT: Effort = { warmMs: 500, timedMs: 1500 }
/** Runs everything once and measures nothing worth reading. */
export const NO_EFFORT: Effort = { warmMs: 0, timedMs: 0 }

/**
 * Milliseconds of one run of `work`, over as many runs as fill the time, after as many untimed ones as it takes to get
 * warm. `prepare` makes what a run uses up and is not timed.
 */
export function warmMsPerRun<T>(prepare: () => T, work: (prepared: T) => void, effort = FULL_EFFORT): number {
  for (let spent = 0; spent < effort.warmMs;) spent += msOf(work, prepare())
  let spent = 0
  let runs = 0
  for (; spent < effort.timedMs || runs < 3; runs += 1) spent += msOf(work, prepare())
  return spent / runs
}

/** Bytes, on the heap and in array buffers, that are there after `work` and were not before, garbage collected. */
export function retainedBytes(work: () => void): number {
  const before = bytesInUse()
  work()
  return bytesInUse() - before
}

/** Bytes of heap `work` took, collected since or not. V8 hands heap out in pieces: over many runs it is exact. */
export function allocatedBytes(work: () => void): number {
  const before = getHeapStatistics().total_allocated_bytes
  work()
  return getHeapStatistics().total_allocated_bytes - before
}

function bytesInUse(): number {
  if (globalThis.gc === undefined) throw new Error('kept bytes can only be counted under node --expose-gc')
  // The second collection takes what the first one's finalisers let go.
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function msOf<T>(work: (prepared: T) => void, prepared: T): number {
  const startedAt = performance.now()
  work(prepared)
  return performance.now() - startedAt
}
