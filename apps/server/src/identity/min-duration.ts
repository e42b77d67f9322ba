import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs `work` and ends, however it went, on the next multiple of `floorMs` real milliseconds after its start: how long the work
 * took does not show whether an account is there.
 */
export async function withMinDuration<T>(minDurationMs: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const taken = performance.now() - startedAt
    await delay(Math.ceil(taken / minDurationMs) * minDurationMs - taken)
  }
}
