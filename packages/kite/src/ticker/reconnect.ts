import type { Backoff } from '@strikewise/concurrency/backoff.ts'

/**
 * The wait before a reconnect: 2 s doubling to 60 s (fact sheet §19.5), of which the upper half is drawn. Connections that
 * were cut together come back apart, and the broker, which limits connections, has at least a second of rest.
 */
export const RECONNECT: Backoff = { firstMs: 2000, factor: 2, maxMs: 60_000, jitter: 0.5 }
