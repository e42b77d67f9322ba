/** Real time, for the life of a connection: it must not follow a market clock that runs faster or stands still. */
export interface Timers {
  /** Milliseconds that only grow. */
  now(): number
  /** Calls `work` once after `ms`. Returns a cancel function. */
  after(ms: number, work: () => void): () => void
}

export const nodeTimers: Timers = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
