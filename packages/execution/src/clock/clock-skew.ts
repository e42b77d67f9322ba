import type { BrokerTime, ClockPort } from '../ports.ts'

/**
 * By how much the broker's clock is ahead of the machine's wall clock now (negative: behind), as far as its last answer
 * proves it: that answer's time is carried on by the monotonic clock, so a wall clock that stepped a moment ago shows. The
 * monotonic clock stands still while a machine is suspended; until the next answer the broker then seems behind, which
 * withholds entries. Undefined while no answer has shown the broker's time.
 */
export function clockSkewMs(shown: BrokerTime | undefined, wall: Pick<ClockPort, 'now' | 'mono'>): number | undefined {
  if (shown === undefined) return undefined
  const elapsed = wall.mono() - shown.mono
  const now = wall.now()
  const atLeast = shown.earliest + elapsed - now
  const atMost = shown.latest + elapsed - now
  return atLeast > 0 ? atLeast : Math.min(0, atMost)
}
