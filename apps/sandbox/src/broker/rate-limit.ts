import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/**
 * Groups of calls and their limits a second (kite-connect fact sheet §5). Orders are counted by the exchange, over all
 * apps of an account.
 */
const CALLS_PER_SECOND = { quote: 1, historical: 3, other: 10, order: Number.POSITIVE_INFINITY } as const
export type CallGroup = keyof typeof CALLS_PER_SECOND

/** Counts calls by API key and calendar second of the clock it is given; what is over is refused at once, never queued. */
export class RateLimiter {
  readonly #counts = new Map<string, { second: number; count: number }>()

  /** Counts one call; false when it is over the limit. */
  take(apiKey: string, group: CallGroup, now: EpochMs): boolean {
    const key = `${apiKey} ${group}`
    const second = Math.floor(now / 1000)
    const entry = this.#counts.get(key)
    if (entry?.second !== second) {
      this.#counts.set(key, { second, count: 1 })
      return true
    }
    entry.count += 1
    return entry.count <= CALLS_PER_SECOND[group]
  }
}
