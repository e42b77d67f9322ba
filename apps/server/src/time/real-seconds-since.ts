import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ScaledClock } from './scaled-clock.ts'

/** Real seconds since `at`; 0 for what the clock of another machine dates later than now. */
export function realSecondsSince(clock: Pick<ScaledClock, 'now' | 'speed'>, at: EpochMs): number {
  return Math.max(0, (clock.now() - at) / clock.speed() / 1000)
}
