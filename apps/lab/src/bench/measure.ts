/** Code that ran this long is compiled as far as it will be. */
const WARM_MS = 500
const TIMED_MS = 1500

/**
 * Milliseconds of one run of `work`, over as many runs as fill the time, after as many untimed ones as it takes to get
 * warm. `prepare` makes what a run uses up and is not timed.
 */
export function warmMsPerRun<T>(prepare: () => T, work: (prepared: T) => void): number {
  for (let spent = 0; spent < WARM_MS;) spent += msOf(work, prepare())
  let spent = 0
  let runs = 0
  for (; spent < TIMED_MS || runs < 3; runs += 1) spent += msOf(work, prepare())
  return spent / runs
}

/** Bytes, on the heap and in array buffers, that are there after `work` and were not before, garbage collected. */
export function keptBytes(work: () => void): number {
  const before = bytesInUse()
  work()
  return bytesInUse() - before
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
