import type { Cause } from './impossible.ts'

/** The longest times, in ms, that a position had neither a stop nor an exit on its way. */
export interface NakedTimes {
  /** Of all. */
  worstMs: number
  /** Of those that no cause made longer. */
  unexcusedMs: number
  /** Of those that each cause had a part in. */
  readonly byCause: Partial<Record<Cause, number>>
}

export function noNakedTimes(): NakedTimes {
  return { worstMs: 0, unexcusedMs: 0, byCause: {} }
}

/** Takes in one such time, with what kept the position from being protected. */
export function takeNakedTime(into: NakedTimes, lastedMs: number, causes: ReadonlySet<Cause>): void {
  into.worstMs = Math.max(into.worstMs, lastedMs)
  if (causes.size === 0) into.unexcusedMs = Math.max(into.unexcusedMs, lastedMs)
  for (const cause of causes) into.byCause[cause] = Math.max(into.byCause[cause] ?? 0, lastedMs)
}

export function addNakedTimes(into: NakedTimes, more: NakedTimes): void {
  into.worstMs = Math.max(into.worstMs, more.worstMs)
  into.unexcusedMs = Math.max(into.unexcusedMs, more.unexcusedMs)
  for (const [cause, ms] of Object.entries(more.byCause) as [Cause, number][])
    into.byCause[cause] = Math.max(into.byCause[cause] ?? 0, ms)
}

/** For the terminal: `24223 ms, without a cause 1900 ms (store 9000, call lost 24223)`. */
export function nakedTimesText({ worstMs, unexcusedMs, byCause }: NakedTimes): string {
  const causes = Object.entries(byCause)
    .toSorted(([, a], [, b]) => b - a)
    .map(([cause, ms]) => `${cause} ${ms}`)
  const parts = causes.length === 0 ? '' : ` (${causes.join(', ')})`
  return `${worstMs} ms, without a cause ${unexcusedMs} ms${parts}`
}
