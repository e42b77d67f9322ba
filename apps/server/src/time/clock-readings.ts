import { BroadcastChannel } from 'node:worker_threads'
import { request } from 'undici'
import * as z from 'zod'
import type { ClockReading } from './clock-estimate.ts'

const served = z.object({ now: z.number(), speed: z.number().positive(), running: z.boolean() })

export const POLL_MS = 200
const REQUEST_TIMEOUT_MS = 5_000

/** What `performance.now()` of this thread counts from, on the clock that all threads of a process share. */
const ORIGIN_MS = Number(process.hrtime.bigint()) / 1e6 - performance.now()

/** Readings of a served clock. */
export interface ClockReadings {
  /** Rejects when it cannot be had. */
  first(): Promise<ClockReading>
  /** Calls `take` with each one after the first, until closed. */
  follow(take: (reading: ClockReading) => void): void
  close(): void
}

/** Asks the clock at `url` five times a second. With `channel`, the threads of this process that listen to it share the answers. */
export function pollReadings(url: string, channel?: string): ClockReadings {
  const shared = channel === undefined ? undefined : new BroadcastChannel(channel)
  let closed = false
  const poll = async (take: (reading: ClockReading) => void) => {
    while (!closed) {
      await new Promise<void>((resolve) => setTimeout(resolve, POLL_MS).unref())
      if (closed) return
      try {
        const reading = await read(url)
        shared?.postMessage(moved(reading, ORIGIN_MS))
        take(reading)
      } catch {
        // The clock's server is away: followers run on at the last known speed until it answers again.
      }
    }
  }
  return {
    first: () => read(url),
    follow: (take) => void poll(take),
    close() {
      closed = true
      shared?.close()
    },
  }
}

/** The readings that another thread of this process shares on `channel`. The first one is waited for as long as it takes. */
export function sharedReadings(channel: string): ClockReadings {
  const shared = new BroadcastChannel(channel)
  const listen = (take: (reading: ClockReading) => void) => {
    shared.onmessage = (event: unknown) => take(moved((event as { data: ClockReading }).data, -ORIGIN_MS))
  }
  return {
    async first() {
      const reading = await new Promise<ClockReading>(listen)
      // From here on it must not keep the thread alive.
      shared.unref()
      return reading
    },
    follow: listen,
    close: () => shared.close(),
  }
}

function moved({ askedAt, answeredAt, ...reading }: ClockReading, ms: number): ClockReading {
  return { ...reading, askedAt: askedAt + ms, answeredAt: answeredAt + ms }
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
  return { ...served.parse(await body.json()), askedAt, answeredAt: performance.now() }
}
