import { OVERLOADED_COMMIT_MS } from '../environment/sim-process.ts'
import type { CheckerContext } from './checker-context.ts'

/**
 * A stop costs so many writings at most where each takes long and nothing else goes wrong: one under way, or one that took
 * longer than the stop could wait, and one more.
 */
const OF_A_STOP = 2
/** So many writings of a process are under way at once at most: the next begins as one of them ends. */
const AT_ONCE = 4

/**
 * How long a stop that is missing since `since` may wait for the store by `now` where each writing is slow: for the writings
 * that it costs, and for each of them once for those of other accounts, where these had so many written meanwhile that all
 * there may be were under way.
 */
export function slowWritingsMs(
  { observations, rowTimes }: CheckerContext,
  account: string,
  since: number,
  now: number,
): number {
  const { lease } = observations
  let accounts = 0
  let writings = 0
  for (const [other, times] of rowTimes.writtenWithin(since, now)) {
    if (other === account || lease.of(other).holder !== lease.of(account).holder) continue
    accounts += 1
    writings += times
  }
  const waits = accounts < AT_ONCE ? 0 : Math.min(OF_A_STOP, Math.floor(writings / AT_ONCE))
  return (OF_A_STOP + waits) * OVERLOADED_COMMIT_MS
}
