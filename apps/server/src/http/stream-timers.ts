/** Real time by which the stream is paced: it must not follow a market clock that runs faster or stands still. */
export interface StreamTimers {
  /** Milliseconds that only grow. */
  now(): number
  /** Calls `work` once after `ms`. Returns a cancel function. */
  after(ms: number, work: () => void): () => void
}

export const realStreamTimers: StreamTimers = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
