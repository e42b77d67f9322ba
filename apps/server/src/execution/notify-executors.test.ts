import { setImmediate as turn } from 'node:timers/promises'
import type { Lease, LeasePort, ShardListener } from '@strikewise/execution/ports.ts'
import { expect, it } from 'vitest'
import { EXECUTORS, notifyingOthers } from './notify-executors.ts'

function setUp() {
  const hints: string[] = []
  let inner: ShardListener | undefined
  const released: number[] = []
  const port: LeasePort = {
    join(listener) {
      inner = listener
      return { leave: async () => {}, recheck: () => {} }
    },
  }
  const leaseOf = (shard: number): Lease => ({
    epoch: 1,
    held: () => true,
    lost: new Promise(() => {}),
    release: async () => void released.push(shard),
  })
  const taken: ReadonlyMap<number, Lease>[] = []
  const others = notifyingOthers(port, { publish: (subject) => void hints.push(subject) })
  const membership = others.join({ took: (leases) => void taken.push(leases), failed: () => {} })
  inner!.took(new Map([1, 2, 3].map((shard) => [shard, leaseOf(shard)])))
  return { hints, released, membership, leases: [...taken[0]!.values()] }
}

it('hints once, when the shards of one moment have been released', async () => {
  const { hints, released, leases } = setUp()
  const releasing = leases.map((lease) => lease.release())
  expect(hints).toEqual([])
  await Promise.all(releasing)
  await turn()
  expect([released, hints]).toEqual([[1, 2, 3], [EXECUTORS]])
})

it('hints when the executor leaves', async () => {
  const { hints, membership } = setUp()
  await membership.leave()
  await turn()
  expect(hints).toEqual([EXECUTORS])
})
