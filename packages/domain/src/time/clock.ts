import type { EpochMs } from './ist.ts'

/**
 * The one source of time below the composition roots. In production it is the system clock; on a sandbox it follows
 * the sandbox's market clock, so `sleep` and `at` are in market time and may pass faster than the wall's.
 */
export interface Clock {
  now(): EpochMs
  /** Resolves after `ms` of this clock's time; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `work` once when this clock reaches `when` (at once if it has passed). Returns a cancel function. */
  at(when: EpochMs, work: () => void): () => void
}
