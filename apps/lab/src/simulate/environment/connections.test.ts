import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { VirtualTime } from '../engine/virtual-time.ts'
import { Connections } from './connections.ts'

/** When work begins that asks for a connection at 1,000 ms, after other work took them all for 2 s twice. */
const beginsAt = (releasedAt: number | undefined) =>
  new Promise<number>((resolve) => {
    // The loop wants to be called from a timer.
    setImmediate(() => {
      const time = new VirtualTime(0 as EpochMs, 1)
      const connections = new Connections(time, () => undefined)
      let begun = Number.NaN
      time.at(0, () => connections.hold(2_000))
      time.at(500, () => connections.hold(2_000))
      time.at(1_000, () => void connections.with(undefined, async () => void (begun = time.now)))
      if (releasedAt !== undefined) time.at(releasedAt, () => connections.release())
      time.runUntil(10_000, () => undefined)
      resolve(begun)
    })
  })

it('holds connections for one piece of other work after another', async () => {
  expect(await beginsAt(undefined)).toBe(4_000)
})

it('frees them all when other work ends, also of work that still waited for one', async () => {
  expect(await beginsAt(1_500)).toBe(1_500)
})
