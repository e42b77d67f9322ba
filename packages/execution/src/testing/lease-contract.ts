// @invariant one-owner-a-shard
import assert from 'node:assert/strict'
import { announcementOf, type LeaseRows } from '../lease/lease-rows.ts'

const LEASE_MS = 10_000
/** Over by the time that `PASSES_MS` have passed. */
const SHORT_MS = 1
const PASSES_MS = 30

/** Leases on which nothing was asked for yet. */
export interface LeaseHarness {
  readonly rows: LeaseRows
  /** Lets so much of the store's time pass. */
  readonly pass: (ms: number) => Promise<void>
}

interface LeaseCase {
  readonly name: string
  readonly run: (harness: LeaseHarness) => Promise<void>
}

const NONE = new Map<string, number>()
const SHARDS = Array.from({ length: 64 }, (_, shard) => `trader/${shard}`)

/** What a store must keep that grants leases, with names that no other case asks for. */
export const LEASE_CASES: readonly LeaseCase[] = [
  {
    name: 'grants a lease once, until its holder releases it, and each time under a higher epoch',
    async run({ rows }) {
      assert.deepEqual(await rows.take(['one'], 'a', LEASE_MS), new Map([['one', 1]]))
      assert.deepEqual(await rows.take(['one'], 'b', LEASE_MS), NONE)
      await rows.release(new Map([['one', 1]]), 'b')
      assert.deepEqual(await rows.take(['one'], 'b', LEASE_MS), NONE)
      await rows.release(new Map([['one', 1]]), 'a')
      assert.deepEqual(await rows.take(['one'], 'b', LEASE_MS), new Map([['one', 2]]))
      assert.deepEqual((await rows.renew(['one'], 'a', LEASE_MS)).held, new Set())
    },
  },
  {
    name: 'grants of many what can be had, and renews and releases them together',
    async run({ rows }) {
      await rows.take(['s/2', 's/4'], 'a', LEASE_MS)
      const asked = ['s/1', 's/2', 's/3', 's/4']
      assert.deepEqual(
        await rows.take(asked, 'b', LEASE_MS),
        new Map([
          ['s/1', 1],
          ['s/3', 1],
        ]),
      )
      assert.deepEqual((await rows.renew(asked, 'b', LEASE_MS)).held, new Set(['s/1', 's/3']))
      await rows.release(new Map(asked.map((name) => [name, 1])), 'b')
      assert.deepEqual(
        await rows.take(asked, 'c', LEASE_MS),
        new Map([
          ['s/1', 2],
          ['s/3', 2],
        ]),
      )
      assert.deepEqual((await rows.renew(asked, 'a', LEASE_MS)).held, new Set(['s/2', 's/4']))
    },
  },
  {
    name: 'grants what has expired, and lets its holder renew it until then',
    async run({ rows, pass }) {
      await rows.take(['kept', 'passed'], 'a', SHORT_MS)
      await pass(PASSES_MS)
      assert.deepEqual(await rows.take(['passed'], 'b', LEASE_MS), new Map([['passed', 2]]))
      assert.deepEqual((await rows.renew(['kept', 'passed'], 'a', LEASE_MS)).held, new Set(['kept']))
      assert.deepEqual(await rows.take(['kept'], 'b', LEASE_MS), NONE)
    },
  },
  {
    name: 'releases nothing of a later epoch, though it is the same holder’s',
    async run({ rows, pass }) {
      await rows.take(['again'], 'a', SHORT_MS)
      await pass(PASSES_MS)
      assert.deepEqual(await rows.take(['again'], 'a', LEASE_MS), new Map([['again', 2]]))
      await rows.release(new Map([['again', 1]]), 'a')
      assert.deepEqual(await rows.take(['again'], 'b', LEASE_MS), NONE)
    },
  },
  {
    name: 'renews nothing that its holder has released, though the renewal was asked before it and arrives after it',
    async run({ rows }) {
      const given = await rows.take(['given', 'kept on'], 'a', LEASE_MS)
      await rows.take([announcementOf('leaving')], 'leaving', LEASE_MS)
      await rows.release(new Map([['given', given.get('given')!]]), 'a')
      await rows.release(new Map([[announcementOf('leaving'), 1]]), 'leaving')
      assert.deepEqual((await rows.renew(['given', 'kept on'], 'a', LEASE_MS)).held, new Set(['kept on']))
      const { held, executors } = await rows.renew([announcementOf('leaving')], 'leaving', LEASE_MS)
      assert.deepEqual(held, new Set())
      assert.deepEqual(
        executors.filter(({ holder }) => holder === 'leaving'),
        [],
      )
      assert.deepEqual(await rows.take(['given', 'kept on'], 'b', LEASE_MS), new Map([['given', 2]]))
    },
  },
  {
    name: 'grants each lease to one of many that ask at once, in whatever order',
    async run({ rows }) {
      const holders = ['a', 'b', 'c', 'd']
      const granted = await Promise.all(
        holders.map((holder, i) => rows.take(i % 2 === 0 ? SHARDS : SHARDS.toReversed(), holder, LEASE_MS)),
      )
      const names = granted.flatMap((one) => [...one.keys()])
      assert.equal(new Set(names).size, names.length)
      for (let round = 0; round < 3; round += 1) {
        const renewals = await Promise.all(holders.map((holder) => rows.renew(SHARDS.toReversed(), holder, LEASE_MS)))
        for (const [i, { held }] of renewals.entries()) assert.deepEqual(held, new Set(granted[i]!.keys()))
      }
    },
  },
  {
    name: 'shows the executors that have announced themselves, with what is left of their time',
    async run({ rows, pass }) {
      await rows.take([announcementOf('a')], 'a', LEASE_MS)
      await rows.take([announcementOf('b')], 'b', LEASE_MS)
      await rows.take([announcementOf('gone')], 'gone', SHORT_MS)
      await rows.take(['other'], 'c', LEASE_MS)
      await pass(PASSES_MS)
      const { held, executors } = await rows.renew([announcementOf('a')], 'a', LEASE_MS)
      assert.deepEqual(held, new Set([announcementOf('a')]))
      assert.deepEqual(executors.map(({ holder }) => holder).toSorted(), ['a', 'b'])
      for (const { leftMs } of executors) assert.ok(leftMs > LEASE_MS / 2 && leftMs <= LEASE_MS, `${leftMs}`)
      await rows.release(new Map([[announcementOf('b'), 1]]), 'b')
      const after = await rows.renew([announcementOf('a')], 'a', LEASE_MS)
      assert.deepEqual(
        after.executors.map(({ holder }) => holder),
        ['a'],
      )
    },
  },
]
