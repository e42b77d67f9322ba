import { backoffMs, type Backoff } from '@strikewise/concurrency/backoff.ts'

/**
 * 2, 6, 18 s … 30 min, of which the upper quarter is drawn: what failed together is not sent again together, and the attempts
 * still span an outage of nearly two hours.
 */
const RETRY: Backoff = { firstMs: 2000, factor: 3, maxMs: 1_800_000, jitter: 0.25 }
const MAX_ATTEMPTS = 12

/**
 * Milliseconds until the next attempt after `attempts` failed ones; undefined when no attempt is left. `draw` is a random
 * number, 0 to 1.
 */
export function retryDelayMs(attempts: number, draw: number): number | undefined {
  return attempts >= MAX_ATTEMPTS ? undefined : backoffMs(RETRY, attempts - 1, draw)
}
