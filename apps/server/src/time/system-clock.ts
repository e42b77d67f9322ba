import { setTimeout as delay } from 'node:timers/promises'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ScaledClock } from './scaled-clock.ts'

/** setTimeout takes at most 2^31 − 1 ms; longer waits are taken in steps. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The machine's own clock: what production runs on. */
export const systemClock: ScaledClock = {
  speed: () => 1,
  running: () => true,
  now: () => Date.now() as EpochMs,
  async sleep(ms, signal) {
    for (let left = ms; left > 0; left -= LONGEST_TIMER_MS)
      await delay(Math.min(left, LONGEST_TIMER_MS), undefined, { signal })
  },
  at(when, work) {
    let timer: NodeJS.Timeout
    const arm = () => {
      const left = when - Date.now()
      timer = left > LONGEST_TIMER_MS ? setTimeout(arm, LONGEST_TIMER_MS) : setTimeout(work, Math.max(0, left))
    }
    arm()
    return () => clearTimeout(timer)
  },
}
