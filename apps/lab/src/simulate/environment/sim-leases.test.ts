import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import type { Lease, ShardListener } from '@strikewise/execution/ports.ts'
import { expect, it } from 'vitest'
import type { Chooser } from '../chance/chooser.ts'
import { VirtualTime } from '../engine/virtual-time.ts'
import { SimLeases, type AccountLease, type Holder } from './sim-leases.ts'

const ANSWERED_MS = 1_000
const LEASE_MS = 7_000
/** An executor announces itself and looks at the others before it asks for shards. */
const ASKED_MS = 4
/** By then a process has renewed its leases, and was shown who else is live. */
const RENEWED_MS = 2_600
const ACCOUNT = 'a1'
/** The alternative by which a statement gets to the store three seconds late. */
const STATEMENT_LATE = 1
const LATE_MS = 3_000

/** A process that asks for the lease. `stepMs`: what its wall clock shows too much; `slept`: its monotonic one too little. */
class Asker implements Holder {
  stepMs = 0
  slept = 0
  /** Its timers do not run: it renews nothing. */
  hasExited = false
  readonly stalledUntil = 0
  readonly closingAt = Number.POSITIVE_INFINITY
  readonly clockOffset = 0
  readonly suspendedMs = 0
  readonly connections = { waitMs: 0 }
  readonly clocks = { wall: () => this.#time.now + this.stepMs, mono: () => this.#time.now - this.slept }
  readonly name: string
  readonly machine: number
  readonly #time: VirtualTime

  constructor(time: VirtualTime, name: string) {
    this.#time = time
    this.name = name
    this.machine = name === 'a' ? 0 : 1
  }
}

/** Answers what `work` makes of a second in which a process has taken the lease. */
function withLease<T>(
  work: (row: AccountLease, asker: Asker, time: VirtualTime, leases: SimLeases) => T,
  listener: ShardListener = unheard,
  choose: (kind: string) => number = () => 0,
): Promise<T> {
  return new Promise((resolve) => {
    // The loop wants to be called from a timer.
    setImmediate(() => {
      const time = new VirtualTime(istInstant(istDate('2026-11-25'), 10), 1)
      const start = time.now
      const asker = new Asker(time, 'a')
      const leases = new SimLeases(time, { choose } as unknown as Chooser, () => true)
      leases.portOf(asker).join(listener)
      time.runUntil(start + ANSWERED_MS, () => undefined)
      resolve(work(leases.of(ACCOUNT), asker, time, leases))
    })
  })
}

const unheard = { took: () => undefined, failed: () => undefined }

it.each([
  ['for seven seconds from when it asked', 0, ASKED_MS + LEASE_MS],
  ['also where its wall clock has stepped a little', 1_500, ASKED_MS + LEASE_MS],
  ['also where its wall clock was set back a little', -1_500, ASKED_MS + LEASE_MS],
  ['not where its wall clock has stepped by more', 2_500, ANSWERED_MS],
  ['not where its wall clock was set back by more', -2_500, ANSWERED_MS],
  ['not where its wall clock has stepped past the end', 9_500, ANSWERED_MS],
])('a process knows the lease is its own %s', async (_how, stepMs, until) => {
  const known = await withLease((row, asker, time) => {
    asker.stepMs = stepMs
    return row.knownUntil - (time.now - ANSWERED_MS)
  })
  expect(known).toBe(until)
})

it.each([
  ['a suspended machine whose wall clock was set back by as much', 9_500, -9_500, true],
  ['one whose wall clock was set back by about as much', 9_500, -8_000, true],
  ['one whose wall clock shows more of it', 9_500, -7_000, false],
  ['one whose wall clock was set back by more', 9_500, -12_000, false],
  ['a machine whose clocks are right', 0, 0, false],
])('the end of a lease cannot be known to %s: %d, %d, %j', async (_machine, slept, stepMs, isUnknown) => {
  const before = await withLease((row, asker, time) => {
    asker.hasExited = true
    const runs = row.isUnknowinglyOver('a')
    time.runUntil(time.now + LEASE_MS, () => undefined)
    asker.slept = slept
    asker.stepMs = stepMs
    return [runs, row.isUnknowinglyOver('a')]
  })
  expect(before).toEqual([false, isUnknown])
})

it('the end of a lease that another process has taken is no unknown one', async () => {
  const [before, after] = await withLease((row, asker, time, leases) => {
    asker.hasExited = true
    time.runUntil(time.now + LEASE_MS, () => undefined)
    asker.slept = 9_500
    asker.stepMs = -9_500
    const unknown = row.isUnknowinglyOver('a')
    leases.portOf(new Asker(time, 'b')).join(unheard)
    time.runUntil(time.now + ANSWERED_MS, () => undefined)
    return [unknown, row.isUnknowinglyOver('a')]
  })
  expect([before, after]).toEqual([true, false])
})

it('a shard that is given back shows since when its process has led it, not when it first did', async () => {
  const own: Lease[] = []
  const listener: ShardListener = { ...unheard, took: (leases) => own.push(...leases.values()) }
  const terms = await withLease((_row, _asker, time, leases) => {
    const second = () => time.runUntil(time.now + ANSWERED_MS, () => undefined)
    const term = () => {
      for (const lease of own.splice(0)) void lease.release()
      second()
      const { at, ledSince } = leases.releases.at(-1)!
      return at - ledSince
    }
    const first = term()
    return [first, term()]
  }, listener)
  expect(Math.max(...terms)).toBeLessThan(2 * ANSWERED_MS)
  expect(Math.min(...terms)).toBeGreaterThan(0)
})

it('a shard that is given back shows since when its process knew that it falls to another', async () => {
  const mine: Lease[] = []
  const passedOn: Lease[] = []
  const took: ShardListener['took'] = (leases) => {
    for (const lease of leases.values()) {
      mine.push(lease)
      void lease.passOn?.then(() => passedOn.push(lease))
    }
  }
  const shown = await withLease(
    (_row, _asker, time, leases) => {
      leases.portOf(new Asker(time, 'b')).join(unheard)
      time.runUntil(time.now + RENEWED_MS, () => undefined)
      const handedOver = passedOn.length
      for (const lease of mine) void lease.release()
      time.runUntil(time.now + ANSWERED_MS, () => undefined)
      const { releases } = leases
      const times = releases.flatMap(({ at, passOnAt }) => (passOnAt === undefined ? [] : [at - passOnAt]))
      return { handedOver, given: releases.length, times }
    },
    { ...unheard, took },
  )
  expect(shown.given).toBe(64)
  expect(shown.handedOver).toBeGreaterThan(16)
  expect(shown.times).toHaveLength(shown.handedOver)
  expect(Math.min(...shown.times)).toBeGreaterThan(0)
})

it('a lease is over for its process from when it gives it back, though that reaches the store later', async () => {
  const mine: Lease[] = []
  let alternative = 0
  const shown = await withLease(
    (row, _asker, time) => {
      alternative = STATEMENT_LATE
      for (const lease of mine) void lease.release()
      time.runUntil(time.now + ANSWERED_MS, () => undefined)
      const begun = { holder: row.holder?.name, isOver: row.knownUntil <= time.now }
      time.runUntil(time.now + LATE_MS, () => undefined)
      return { begun, holder: row.holder?.name }
    },
    { ...unheard, took: (leases) => mine.push(...leases.values()) },
    (kind) => (kind === 'lease_late' ? alternative : 0),
  )
  expect(shown).toEqual({ begun: { holder: 'a', isOver: true }, holder: undefined })
})
