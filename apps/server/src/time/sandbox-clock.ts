import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { request } from 'undici'
import * as z from 'zod'
import { ClockEstimate, type ClockReading } from './clock-estimate.ts'
import { TimerQueue } from './timer-queue.ts'
import type { ScaledClock } from './scaled-clock.ts'

const reading = z.object({ now: z.number(), speed: z.number().positive(), running: z.boolean() })

const POLL_MS = 200
const REQUEST_TIMEOUT_MS = 5_000

export interface FollowedClock extends ScaledClock {
  close(): void
}

/**
 * A clock that follows the market clock served at `url` (`GET` → `{ now, speed, running }`): between readings it runs on
 * at the served speed, a reading ahead of it is a jump taken at once, and it never goes back (it stands until the served
 * clock has caught up). Waiting work runs in market time, so a jump over the night wakes what slept through it.
 * Rejects when the first reading cannot be had.
 */
export async function followMarketClock(url: string): Promise<FollowedClock> {
  const queue = new TimerQueue()
  const estimate = new ClockEstimate(await read(url))
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
  const poll = async () => {
    while (!closed) {
      await new Promise<void>((resolve) => setTimeout(resolve, POLL_MS).unref())
      if (closed) return
      try {
        estimate.add(await read(url))
        wake()
      } catch {
        // The clock's server is away: run on at the last known speed until it answers again.
      }
    }
  }
  void poll()

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
      clearTimeout(timer)
    },
  }
}

async function read(url: string): Promise<ClockReading> {
  const askedAt = performance.now()
  const { statusCode, body } = await request(url, {
    headersTimeout: REQUEST_TIMEOUT_MS,
    bodyTimeout: REQUEST_TIMEOUT_MS,
  })
  if (statusCode !== 200) {
    await body.dump()
    throw new Error(`the market clock at ${url} answered ${statusCode}`)
  }
  const served = reading.parse(await body.json())
  return { ...served, askedAt, answeredAt: performance.now() }
}
