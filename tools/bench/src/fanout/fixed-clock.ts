import { setTimeout as delay } from 'node:timers/promises'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ClockPort, MonoMs } from '@strikewise/execution/ports.ts'

/** Readings taken; the one with the shortest round trip counts. */
const READINGS = 10

/** The sandbox's market time, read once and carried on by this process's own clock: for a sandbox at speed 1. */
export async function fixedClock(http: string): Promise<ClockPort> {
  let best = { trip: Number.POSITIVE_INFINITY, aheadMs: 0 }
  for (let i = 0; i < READINGS; i += 1) {
    const askedAt = performance.now()
    const response = await fetch(`${http}/clock`)
    const { now } = (await response.json()) as { now: number }
    const trip = performance.now() - askedAt
    if (trip < best.trip) best = { trip, aheadMs: now - (askedAt + trip / 2) }
  }
  const { aheadMs } = best
  return {
    now: () => Math.floor(performance.now() + aheadMs) as EpochMs,
    mono: () => performance.now() as MonoMs,
    sleep: (ms) => delay(ms),
    alarm(ms, ring) {
      const timer = setTimeout(ring, ms)
      return () => clearTimeout(timer)
    },
  }
}
