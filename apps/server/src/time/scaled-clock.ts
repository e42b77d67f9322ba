import type { Clock } from '@strikewise/domain/time/clock.ts'

/** A clock that shows how many of its milliseconds pass in a real one: 1 in production, more on a sandbox in a hurry. */
export interface ScaledClock extends Clock {
  speed(): number
  /** False while it stands still, as a sandbox's does when it is paused. */
  running(): boolean
}
