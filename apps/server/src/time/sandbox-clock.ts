import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { ClockEstimate } from './clock-estimate.ts'
import { POLL_MS, type ClockReadings } from './clock-readings.ts'
import { TimerQueue } from './timer-queue.ts'
import type { ScaledClock } from './scaled-clock.ts'

export interface FollowedClock extends ScaledClock {
  close(): void
}

/**
 * A clock that follows a served market clock (`GET` → `{ now, speed, running }`): between readings it runs on
 * at the served speed, a reading ahead of it is a jump taken at once, and it never goes back (it stands until the served
 * clock has caught up). Waiting work runs in market time, so a jump over the night wakes what slept through it.
 * Rejects when the first reading cannot be had.
 */
export async function followMarketClock(readings: ClockReadings): Promise<FollowedClock> {
  const queue = new TimerQueue()
  const estimate = new ClockEstimate(await readings.first())
  let latest = Math.floor(estimate.at(performance.now()))
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const now = (): EpochMs => {
    latest = Math.max(latest, Math.floor(estimate.at(performance.now())))
    return latest as EpochMs
  }
  const arm = () => {
    clearTimeout(timer)
    const due = queue.next()
    if (closed || due === undefined || !estimate.running) return
    // Never longer than a poll: the speed may have changed by then.
    timer = setTimeout(wake, Math.min(POLL_MS, Math.max(0, (due - now()) / estimate.speed)))
  }
  const wake = () => {
    queue.runDue(now())
    arm()
  }
  readings.follow((reading) => {
    estimate.add(reading)
    wake()
  })

  const at = (when: EpochMs, work: () => void) => {
    const cancel = queue.add(when, work)
    arm()
    return cancel
  }
  return {
    now,
    at,
    speed: () => estimate.speed,
    running: () => estimate.running,
    sleep(ms, signal) {
      return new Promise<void>((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error)
          return
        }
        const abort = () => {
          cancel()
          reject(signal!.reason as Error)
        }
        const cancel = at((now() + ms) as EpochMs, () => {
          signal?.removeEventListener('abort', abort)
          resolve()
        })
        signal?.addEventListener('abort', abort, { once: true })
      })
    },
    close() {
      closed = true
      readings.close()
      clearTimeout(timer)
    },
  }
}
