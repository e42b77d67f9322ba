/** The waits between attempts of the same work. */
export interface Backoff {
  /** The longest wait after the first failure, in ms; positive. */
  readonly firstMs: number
  /** How many times longer each further wait may be; at least 1. */
  readonly factor: number
  /** No wait is longer. */
  readonly maxMs: number
  /**
   * Share of the wait that is drawn at random, 0 to 1, so that callers that failed together do not come back together. 1
   * spreads them best and may wait 0 ms; a service that limits connections needs less than 1.
   */
  readonly jitter: number
}

/**
 * Whole milliseconds to wait after `failures` failed attempts in a row before this one (0: the first has just failed):
 * exponential, bounded, spread downwards alone. `draw` is a random number, 0 to 1.
 */
export function backoffMs(backoff: Backoff, failures: number, draw: number): number {
  const ceiling = backoffCeilingMs(backoff, failures)
  return Math.round(ceiling * (1 - backoff.jitter * (1 - draw)))
}

/** The longest that `backoffMs` can return. */
export function backoffCeilingMs({ firstMs, factor, maxMs }: Backoff, failures: number): number {
  return Math.round(Math.min(maxMs, firstMs * factor ** failures))
}
