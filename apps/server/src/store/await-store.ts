import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../logging/logger.ts'
import { errorCode } from './error-code.ts'

/** A database that recovers after a crash replays its log first; longer than this it needs a person. */
const PATIENCE_MS = 120_000
const RETRY_MS = 500
const REPORT_EVERY_MS = 10_000

/**
 * What a connection is refused with while the database starts, recovers, or is started again by its supervisor: SQLSTATE
 * class 57 (operator intervention), or no process that listens.
 */
const NOT_YET = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET'])

/** The parts of time that waiting needs; the machine's when left out. Milliseconds. */
export interface WaitClock {
  now(): number
  sleep(ms: number): Promise<unknown>
}

const machineTime: WaitClock = { now: () => performance.now(), sleep: (ms) => delay(ms) }

/**
 * Runs `work` against the store, again and again while the store is not ready to take connections yet, for two minutes at
 * most. Rejects with any other error at once.
 */
export async function waitForStore<T>(
  work: () => Promise<T>,
  logger: Pick<Logger, 'warn'>,
  time: WaitClock = machineTime,
): Promise<T> {
  const begun = time.now()
  let reportedAt = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const code = errorCode(error)
      const now = time.now()
      if (code === undefined || !NOT_YET.has(code) || now - begun >= PATIENCE_MS) throw error
      if (now - reportedAt >= REPORT_EVERY_MS) {
        reportedAt = now
        logger.warn({ code, waitedMs: Math.round(now - begun) }, 'the database is not ready; waiting for it')
      }
    }
    await time.sleep(RETRY_MS)
  }
}
