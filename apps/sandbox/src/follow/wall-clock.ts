import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { MarketTime } from '../clock/simulated-clock.ts'

/** Time of a followed market: the world's own, at its own pace, nights included. It is not ours to change. */
export function wallClock(epochMs: () => EpochMs): MarketTime {
  // A machine's clock may be set back; a market never runs backwards.
  let newest = 0
  const now = (): EpochMs => {
    newest = Math.max(newest, epochMs())
    return newest as EpochMs
  }
  const refuse = (): never => {
    throw new RangeError('this market follows a real one: its time cannot be changed')
  }
  return {
    read: () => ({ now: now(), speed: 1, running: true, day: istDateAt(now()) }),
    now,
    advance: now,
    openInstant: (at) => at,
    setSpeed: refuse,
    pause: refuse,
    resume: refuse,
    jump: refuse,
  }
}
