import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { request } from 'undici'
import * as z from 'zod'
import { DueQueue } from './due-queue.ts'
import type { PacedClock } from './paced-clock.ts'

const reading = z.object({ now: z.number(), speed: z.number().positive(), running: z.boolean() })

const POLL_MS = 200
const REQUEST_TIMEOUT_MS = 5_000

export interface FollowedClock extends PacedClock {
  close(): void
}

/**
 * A clock that follows the market clock served at `url` (`GET` → `{ now, speed, running }`): between readings it runs on
 * at the served speed, a reading ahead of it is a jump taken at once, and it never goes back (it stands until the served
 * clock has caught up). Waiting work runs in market time, so a jump over the night wakes what slept through it.
 * Rejects when the first reading cannot be had.
 */
export async function followMarketClock(url: string): Promise<FollowedClock> {
  const queue = new DueQueue()
  let anchor = await read(url)
  let anchoredAt = performance.now()
  let latest = anchor.now
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const now = (): EpochMs => {
    const moved = anchor.running ? (performance.now() - anchoredAt) * anchor.speed : 0
    latest = Math.max(latest, Math.floor(anchor.now + moved))
    return latest as EpochMs
  }
  const arm = () => {
    clearTimeout(timer)
    const due = queue.next()
    if (closed || due === undefined || !anchor.running) return
    // Never longer than a poll: the speed may have changed by then.
    timer = setTimeout(wake, Math.min(POLL_MS, Math.max(0, (due - now()) / anchor.speed)))
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
        const asked = performance.now()
        const answer = await read(url)
        // The reading was taken about half-way through the round trip.
        anchoredAt = (asked + performance.now()) / 2
        anchor = answer
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
    speed: () => anchor.speed,
    running: () => anchor.running,
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

async function read(url: string): Promise<z.infer<typeof reading>> {
  const { statusCode, body } = await request(url, {
    headersTimeout: REQUEST_TIMEOUT_MS,
    bodyTimeout: REQUEST_TIMEOUT_MS,
  })
  if (statusCode !== 200) {
    await body.dump()
    throw new Error(`the market clock at ${url} answered ${statusCode}`)
  }
  return reading.parse(await body.json())
}
