// @invariant one-owner-a-shard
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Lease, Membership } from '../ports.ts'
import { MemoryLeases } from '../testing/memory-leases.ts'
import { leaseTimeOf, SlowLeases } from '../testing/slow-leases.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { SHARDS, shardLeaseName, shardsOf } from './shard.ts'
import { shardLeases } from './shard-leases.ts'
import { LEASE_MS, RENEW_MS } from './store-lease.ts'

let clock: VirtualClock
let leases: MemoryLeases
beforeEach(() => {
  clock = new VirtualClock(1_000_000_000_000 as EpochMs)
  leases = new MemoryLeases(() => clock.trueNow())
})

/** An executor that releases what another should have after a while. */
class Member {
  readonly name: string
  readonly rows = new SlowLeases(clock, leases)
  readonly held = new Map<number, Lease>()
  readonly membership: Membership
  failures = 0
  isFit = true
  drainMs = 100

  constructor(name: string, isFit = true) {
    this.name = name
    this.isFit = isFit
    this.membership = shardLeases(this.rows, leaseTimeOf(clock), name, () => this.isFit).join({
      took: (taken) => {
        for (const [shard, lease] of taken) {
          this.held.set(shard, lease)
          void lease.lost.then(() => this.held.delete(shard))
          void lease.passOn!.then(() => this.#release(lease))
        }
      },
      failed: () => void (this.failures += 1),
    })
  }

  get shards(): readonly number[] {
    return [...this.held].filter(([, lease]) => lease.held()).map(([shard]) => shard)
  }

  async leave(): Promise<void> {
    await this.membership.leave()
    for (const lease of this.held.values()) void this.#release(lease)
  }

  async #release(lease: Lease): Promise<void> {
    await clock.sleep(this.drainMs)
    await lease.release()
  }
}

const sorted = (shards: readonly number[]) => shards.toSorted((a, b) => a - b)
const ALL = Array.from({ length: SHARDS }, (_, shard) => shard)

async function members(...names: readonly string[]): Promise<readonly Member[]> {
  const all = names.map((name) => new Member(name))
  await clock.advance(LEASE_MS)
  return all
}

describe('an executor alone', () => {
  it('has every shard at once, and asks once a renewal from then on', async () => {
    const one = new Member('a')
    await clock.advance(0)
    expect(sorted(one.shards)).toEqual(ALL)
    const { length } = one.rows.statements
    await clock.advance(24 * RENEW_MS)
    expect(one.rows.statements.slice(length)).toEqual(Array.from({ length: 24 }, () => 'renew'))
  })

  it('takes its shards again after the store was away for longer than a lease', async () => {
    const one = new Member('a')
    await clock.advance(0)
    one.rows.isAway = true
    await clock.advance(LEASE_MS)
    expect(one.shards).toEqual([])
    one.rows.isAway = false
    await clock.advance(RENEW_MS)
    expect(sorted(one.shards)).toEqual(ALL)
  })

  it('joins once the store can be asked', async () => {
    const one = new Member('a')
    one.rows.isAway = true
    await clock.advance(3_000)
    expect(one.failures).toBeGreaterThan(1)
    one.rows.isAway = false
    await clock.advance(1_000)
    expect(sorted(one.shards)).toEqual(ALL)
  })
})

describe('executors together', () => {
  it('share the shards by rendezvous, each with one owner', async () => {
    const names = ['a', 'b', 'c']
    for (const member of await members(...names)) expect(sorted(member.shards)).toEqual(shardsOf(member.name, names))
  })

  it('hand over what another that joins should have, and nothing else', async () => {
    const [a] = await members('a')
    const epochs = new Map([...a!.held].map(([shard, { epoch }]) => [shard, epoch]))
    const [b] = await members('b')
    expect(sorted([...a!.shards, ...b!.shards])).toEqual(ALL)
    expect(sorted(b!.shards)).toEqual(shardsOf('b', ['a', 'b']))
    for (const [shard, { epoch }] of a!.held) expect(epoch).toBe(epochs.get(shard))
    for (const [shard, { epoch }] of b!.held) expect(epoch).toBe(epochs.get(shard)! + 1)
  })

  it('take what one leaves within the next renewal, or at once where they are notified', async () => {
    const [a, b] = await members('a', 'b')
    void b!.leave()
    await clock.advance(0)
    a!.membership.recheck()
    await clock.advance(600)
    expect(sorted(a!.shards)).toEqual(ALL)
    expect(b!.shards).toEqual([])
  })

  it('take the shards of one that is gone as soon as its announcement has run out', async () => {
    const [a, b] = await members('a', 'b')
    b!.rows.isAway = true
    const died = clock.now()
    while (a!.shards.length < SHARDS && clock.now() < died + 2 * LEASE_MS) await clock.advance(50)
    expect(clock.now() - died).toBeLessThanOrEqual(LEASE_MS + 100)
    expect(b!.shards).toEqual([])
    b!.rows.isAway = false
    await clock.advance(LEASE_MS)
    expect(sorted(b!.shards)).toEqual(shardsOf('b', ['a', 'b']))
  })

  it('never own a shard twice, whatever they know of each other', async () => {
    const [a, b] = await members('a', 'b')
    for (const [member, latencyMs] of [
      [a!, LEASE_MS / 3],
      [b!, LEASE_MS - 1_000],
      [a!, 0],
      [b!, 0],
    ] as const) {
      member.rows.latencyMs = latencyMs
      for (let turn = 0; turn < 100; turn += 1) {
        await clock.advance(200)
        const owned = [...a!.shards, ...b!.shards]
        expect(new Set(owned).size).toBe(owned.length)
        for (const [one, shard] of [
          ...a!.shards.map((s) => ['a', s] as const),
          ...b!.shards.map((s) => ['b', s] as const),
        ])
          expect(leases.holderOf(shardLeaseName(shard))).toBe(one)
      }
    }
    await clock.advance(2 * LEASE_MS)
    expect(sorted([...a!.shards, ...b!.shards])).toEqual(ALL)
  })
})

describe('an executor that cannot serve every account', () => {
  it('has the shards while no other is there, and hands them to one that can', async () => {
    const reserve = new Member('a', false)
    await clock.advance(0)
    expect(sorted(reserve.shards)).toEqual(ALL)
    const [fit] = await members('b')
    expect([reserve.shards, sorted(fit!.shards)]).toEqual([[], ALL])
    fit!.rows.isAway = true
    await clock.advance(LEASE_MS + 3_000)
    expect(sorted(reserve.shards)).toEqual(ALL)
  })

  it('shares once it can, and keeps its shards while none can', async () => {
    const [a, b] = await members('a', 'b')
    const before = [sorted(a!.shards), sorted(b!.shards)]
    a!.isFit = b!.isFit = false
    await clock.advance(2 * LEASE_MS)
    expect([sorted(a!.shards), sorted(b!.shards)]).toEqual(before)
    a!.isFit = true
    await clock.advance(2 * LEASE_MS)
    expect([sorted(a!.shards), b!.shards]).toEqual([ALL, []])
    b!.isFit = true
    await clock.advance(2 * LEASE_MS)
    expect([sorted(a!.shards), sorted(b!.shards)]).toEqual(before)
  })
})
