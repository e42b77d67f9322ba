import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/** `at` unless it has passed. */
export function isInFuture(at: EpochMs | undefined, now: EpochMs): EpochMs | undefined {
  return at !== undefined && at > now ? at : undefined
}

/** The first of the instants; undefined: there is none. */
export function earliestOf(...instants: readonly (EpochMs | undefined)[]): EpochMs | undefined {
  let first: EpochMs | undefined
  for (const at of instants) if (at !== undefined && (first === undefined || at < first)) first = at
  return first
}
