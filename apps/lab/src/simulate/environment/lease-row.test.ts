import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import type { Chooser } from '../chance/chooser.ts'
import { VirtualTime } from '../engine/virtual-time.ts'
import { LeaseRow, type Holder } from './lease-row.ts'

const ANSWERED_MS = 1_000

/** How long a process still knows that the lease is its own a second after it took it, its wall clock stepped by `stepMs` since. */
function knownMs(stepMs: number): Promise<number> {
  return new Promise((resolve) => {
    // The loop wants to be called from a timer.
    setImmediate(() => {
      const time = new VirtualTime(istInstant(istDate('2026-11-25'), 10), 1)
      const start = time.now
      let step = 0
      const owner = {
        name: '0.1',
        machine: 0,
        dead: false,
        stalledUntil: 0,
        closingAt: Number.POSITIVE_INFINITY,
        clocks: { wall: () => time.now + step, mono: () => time.now },
        clockOffset: 0,
        suspendedMs: 0,
        connections: { waitMs: 0 },
      } as Holder
      const row = new LeaseRow(time, { choose: () => 0 } as unknown as Chooser, () => true)
      void row.hold(owner, AbortSignal.any([]))
      time.runUntil(start + ANSWERED_MS, () => undefined)
      step = stepMs
      resolve(row.knownUntil - start)
    })
  })
}

it.each([
  ['for ten seconds from when it asked', 0, 10_000],
  ['also where its wall clock has stepped by less than is left', 5_000, 10_000],
  ['also where its wall clock was set back a little', -1_500, 10_000],
  ['not where its wall clock was set back by more', -2_500, ANSWERED_MS],
  ['not where its wall clock has stepped past the end', 9_500, ANSWERED_MS],
])('a process knows the lease is its own %s', async (_how, stepMs, until) => {
  expect(await knownMs(stepMs)).toBe(until)
})
