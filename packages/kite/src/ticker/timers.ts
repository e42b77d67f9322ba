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

const FIRST_MS = 2000
const MAX_MS = 60_000

/**
 * Wait before reconnect `attempt` (0: the first): 2 s doubling to 60 s (fact sheet §19.5), of which the upper half is
 * drawn, so that many connections cut at once do not come back at once. `random` gives [0, 1).
 */
export function reconnectDelayMs(attempt: number, random: () => number): number {
  const full = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(attempt, 10))
  return Math.round(full * (0.5 + random() / 2))
}
