const MINUTE_MS = 60_000
const MOST_KEYS = 100_000

/**
 * Calls a minute by key, in this process's memory: a brake on scripts, not the guard of passwords (that one is in the
 * store). A fixed window of real time.
 */
export class RateWindows {
  #counts = new Map<string, number>()
  #windowStart = performance.now()

  /** Counts one call; false when the key has had its share of this minute. */
  allows(key: string, perMinute: number): boolean {
    const now = performance.now()
    if (now - this.#windowStart >= MINUTE_MS) {
      this.#windowStart = now
      this.#counts = new Map()
    }
    const count = (this.#counts.get(key) ?? 0) + 1
    // Full: a flood of new keys is turned away, those already known go on.
    if (count === 1 && this.#counts.size >= MOST_KEYS) return false
    this.#counts.set(key, count)
    return count <= perMinute
  }
}
