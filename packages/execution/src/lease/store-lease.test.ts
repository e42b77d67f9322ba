// @invariant lease-by-both-clocks
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { leaseTimeOf, SlowLeases } from '../testing/slow-leases.ts'
import { HeldLeases, holdStoreLease, LEASE_MS, RENEW_MS, type LeaseTime } from './store-lease.ts'

const START = 1_000_000_000_000 as EpochMs

let clock: VirtualClock
let row: SlowLeases
let time: LeaseTime
beforeEach(() => {
  clock = new VirtualClock(START)
  row = new SlowLeases(clock)
  time = leaseTimeOf(clock)
})

/** Whether the store would give the lease to another. */
const isFree = () => row.leases.holderOf('trader') === undefined

const hold = (holder: string, signal = new AbortController().signal) =>
  holdStoreLease(row, time, 'trader', holder, signal)

async function taken(holder = 'a') {
  const taking = hold(holder)
  await clock.advance(row.latencyMs)
  return taking
}

describe('a lease', () => {
  it('is renewed while its holder lives, and another waits for it', async () => {
    const lease = await taken()
    let second: number | undefined
    void hold('b').then(({ epoch }) => (second = epoch))
    await clock.advance(60_000)
    expect([lease.epoch, lease.held(), lease.canModify(), second]).toEqual([1, true, true, undefined])
    await lease.release()
    await clock.advance(1_000)
    expect([lease.held(), lease.canModify(), second]).toEqual([false, false, 2])
  })

  it.each([3_600_000, 86_400_000])('is asked for at once when the wall clock has stepped by %d ms', async (ms) => {
    row.latencyMs = 4
    const lease = await taken()
    clock.step(ms)
    expect(lease.held()).toBe(false)
    await clock.advance(row.latencyMs)
    expect(lease.held()).toBe(true)
  })

  it('is not held by a clock that stepped while the store is away', async () => {
    const lease = await taken()
    row.isAway = true
    clock.step(3_600_000)
    for (let i = 0; i < 5; i += 1) {
      expect(lease.held()).toBe(false)
      await clock.advance(1_000)
    }
  })

  it('counts from the question: the store that answered late is never free while it is held', async () => {
    row.latencyMs = 5_000
    const lease = await taken()
    row.isAway = true
    let held = 0
    for (let ms = 0; ms < LEASE_MS; ms += 100) {
      if (lease.held()) held = ms + 100
      if (isFree()) expect(lease.held()).toBe(false)
      await clock.advance(100)
    }
    expect(held).toBe(LEASE_MS - 5_000)
  })

  it('counts each renewal from its question too', async () => {
    const lease = await taken()
    row.latencyMs = 3_000
    await clock.advance(60_000)
    expect(lease.held()).toBe(true)
    row.isAway = true
    for (let ms = 0; ms < 2 * LEASE_MS; ms += 100) {
      if (isFree()) expect(lease.held()).toBe(false)
      await clock.advance(100)
    }
    expect(lease.held()).toBe(false)
  })

  it('ends for its holder while the store is away, and counts as passed only when another is known to have it', async () => {
    const lease = await taken()
    row.isAway = true
    await clock.advance(LEASE_MS)
    expect([lease.held(), lease.canModify()]).toEqual([false, true])
    row.isAway = false
    const second = await taken('b')
    await clock.advance(RENEW_MS)
    expect([lease.held(), lease.canModify(), second.held()]).toEqual([false, false, true])
    await lease.lost
  })

  it('is over in the first moment after a machine was suspended, whose monotonic clock stood still', async () => {
    const lease = await taken()
    clock.step(LEASE_MS)
    expect([clock.mono(), lease.held()]).toEqual([0, false])
    await clock.advance(RENEW_MS)
    expect(lease.held()).toBe(true)
  })

  it.each([-3_600_000, LEASE_MS - 3_600_000])(
    'is not held by a machine that was suspended and whose wall clock has gone by %d ms since',
    async (ms) => {
      const lease = await taken()
      // The monotonic clock stood still, and the wall clock was put right or wrong since the store was last asked.
      clock.suspend(LEASE_MS)
      clock.step(ms - LEASE_MS)
      expect(lease.held()).toBe(false)
    },
  )

  it('is asked for at once when a suspended machine wakes with a wall clock that shows less than it slept', async () => {
    row.latencyMs = 4
    const lease = await taken()
    row.isAway = true
    await clock.advance(LEASE_MS - 3_000)
    row.isAway = false
    // Neither clock shows the whole lease: the monotonic one stood still, and the wall clock was set back by 1.5 s.
    clock.suspend(4_000)
    clock.step(-1_500)
    expect([isFree(), lease.held()]).toEqual([true, false])
    await clock.advance(row.latencyMs)
    expect([isFree(), lease.held()]).toEqual([false, true])
  })

  it('goes on while the clocks agree within two seconds', async () => {
    const lease = await taken()
    row.isAway = true
    clock.step(1_900)
    expect(lease.held()).toBe(true)
    clock.step(-3_800)
    expect(lease.held()).toBe(true)
  })

  it('does not last longer for a wall clock that was put back', async () => {
    const lease = await taken()
    row.isAway = true
    clock.step(-3_600_000)
    await clock.advance(LEASE_MS)
    expect(lease.held()).toBe(false)
  })

  it('is not waited for any more once its asker is closing', async () => {
    await taken()
    const closing = new AbortController()
    const waiting = hold('b', closing.signal)
    closing.abort(new Error('closing'))
    const refused = expect(waiting).rejects.toThrow('closing')
    await clock.advance(1_000)
    await refused
  })
})

describe('the leases of one holder', () => {
  const names = ['s/1', 's/2', 's/3']

  it('are renewed in one statement, each lost by itself', async () => {
    const leases = new HeldLeases(row, time, 'a')
    const taken = await leases.take(names)
    expect([...taken.keys()]).toEqual(names)
    await clock.advance(4 * RENEW_MS)
    expect(row.statements).toEqual(['take', ...Array.from({ length: 4 }, () => 'renew')])
    await row.leases.rowsFor((holder) => holder === 'a').take(['s/2'], 'b', LEASE_MS)
    await clock.advance(RENEW_MS)
    expect(names.map((name) => taken.get(name)!.held())).toEqual([true, false, true])
    await taken.get('s/2')!.lost
  })

  it('are released in one statement when that is in one moment, and renewed no more', async () => {
    const leases = new HeldLeases(row, time, 'a')
    const taken = await leases.take(names)
    await Promise.all([...taken.values()].map((lease) => lease.release()))
    await clock.advance(60_000)
    expect(row.statements).toEqual(['take', 'release'])
    expect(names.map((name) => row.leases.holderOf(name))).toEqual([undefined, undefined, undefined])
  })
})
