import type { Cause } from './tolerances.ts'

/** The longest times, in ms, that a position had neither a stop nor an exit on its way. */
export interface UnprotectedTimes {
  /** Of all. */
  worstMs: number
  /** Of those that no cause made longer. */
  notToleratedMs: number
  /** Of those that each cause had a part in. */
  readonly byCause: Partial<Record<Cause, number>>
}

export function noUnprotectedTimes(): UnprotectedTimes {
  return { worstMs: 0, notToleratedMs: 0, byCause: {} }
}

/** Takes in one such time, with what kept the position from being protected. */
export function takeUnprotectedTime(into: UnprotectedTimes, lastedMs: number, causes: ReadonlySet<Cause>): void {
  into.worstMs = Math.max(into.worstMs, lastedMs)
  if (causes.size === 0) into.notToleratedMs = Math.max(into.notToleratedMs, lastedMs)
  for (const cause of causes) into.byCause[cause] = Math.max(into.byCause[cause] ?? 0, lastedMs)
}

export function addUnprotectedTimes(into: UnprotectedTimes, more: UnprotectedTimes): void {
  into.worstMs = Math.max(into.worstMs, more.worstMs)
  into.notToleratedMs = Math.max(into.notToleratedMs, more.notToleratedMs)
  for (const [cause, ms] of Object.entries(more.byCause) as [Cause, number][])
    into.byCause[cause] = Math.max(into.byCause[cause] ?? 0, ms)
}

/** For the terminal: `24223 ms, without a cause 1900 ms (store 9000, call lost 24223)`. */
export function unprotectedTimesText({ worstMs, notToleratedMs, byCause }: UnprotectedTimes): string {
  const causes = Object.entries(byCause)
    .toSorted(([, a], [, b]) => b - a)
    .map(([cause, ms]) => `${cause} ${ms}`)
  const context = causes.length === 0 ? '' : ` (${causes.join(', ')})`
  return `${worstMs} ms, without a cause ${notToleratedMs} ms${context}`
}
