import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
const MAX_KEYS = 100_000

/**
 * Calls a minute by key, in this process's memory: a brake on scripts, not the guard of passwords (that one is in the
 * store). A fixed window of real time.
 */
export class RateWindows {
  readonly #maxKeys: number
  #counts = new Map<string, number>()
  #windowStart = performance.now()

  /** `mostKeys`: how many keys are counted at a time. */
  constructor(maxKeys = MAX_KEYS) {
    this.#maxKeys = maxKeys
  }

  /** Counts one call; false when the key has had its share of this minute. */
  allows(key: string, perMinute: number): boolean {
    const now = performance.now()
    if (now - this.#windowStart >= MINUTE_MS) {
      this.#windowStart = now
      this.#counts = new Map()
    }
    const count = (this.#counts.get(key) ?? 0) + 1
    // Put at the end: the key that called longest ago makes room. A flood of new keys turns no other caller away.
    this.#counts.delete(key)
    if (this.#counts.size >= this.#maxKeys) this.#counts.delete(this.#counts.keys().next().value!)
    this.#counts.set(key, count)
    return count <= perMinute
  }
}
