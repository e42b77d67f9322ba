import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_CONFIG } from './config.ts'
import { Executor } from './executor.ts'
import { SHARDS, shardOf } from './lease/shard.ts'
import type { Lease, LeasePort, ShardListener } from './ports.ts'
import { ACCOUNT, decisionAt } from './testing/scenario.ts'
import { StagedAccount } from './testing/account-fixture.ts'
import { bidOf } from './testing/trade-fixture.ts'

const SHARD = shardOf(ACCOUNT)

let account: StagedAccount
/** Of the executor that has joined last. */
let listener: ShardListener
let left: number
/** What leaving comes to. */
let leaving: () => Promise<void>
let rechecks: number
beforeEach(() => {
  account = new StagedAccount()
  account.quote = { ...bidOf(149.9)!, askQuantity: 10_000 }
  left = 0
  leaving = async () => {}
  rechecks = 0
})

/** A lease that is lost on demand. */
class TestLease implements Lease {
  readonly epoch: number
  readonly lost: Promise<void>
  readonly lose: () => void
  readonly passOn: Promise<void>
  readonly moveOn: () => void
  isHeld = true
  released = 0
  releaseFails = false

  constructor(epoch: number) {
    this.epoch = epoch
    const { promise, resolve } = Promise.withResolvers<void>()
    this.lost = promise
    this.lose = () => {
      this.isHeld = false
      resolve()
    }
    const { promise: passOn, resolve: moveOn } = Promise.withResolvers<void>()
    this.passOn = passOn
    this.moveOn = () => moveOn()
  }

  held(): boolean {
    return this.isHeld
  }

  async release(): Promise<void> {
    this.released += 1
    this.lose()
    if (this.releaseFails) throw new Error('the store is away')
  }
}

const lease: LeasePort = {
  join(joined) {
    listener = joined
    return {
      leave() {
        left += 1
        return leaving()
      },
      recheck: () => void (rechecks += 1),
    }
  },
}

/** An executor that has the account's shard by the lease, once it has run for a second. */
async function started(held?: TestLease): Promise<Executor> {
  const executor = new Executor({ ...account.ports, lease }, DEFAULT_CONFIG)
  executor.start()
  executor.start()
  executor.setAccounts([ACCOUNT])
  if (held !== undefined) listener.took(new Map([[SHARD, held]]))
  await account.clock.advance(1_000)
  return executor
}

async function closed(executor: Executor): Promise<void> {
  const closing = executor.close()
  await account.clock.advance(10_000)
  await closing
}

const stateOf = (executor: Executor) => [executor.leads(ACCOUNT), executor.shards, executor.accounts]

describe('an executor', () => {
  it('leads the shards that it holds, and gives them back when it closes', async () => {
    const held = new TestLease(1)
    const executor = await started(held)
    expect(stateOf(executor)).toEqual([true, 1, 1])
    await closed(executor)
    expect([...stateOf(executor), held.released, left]).toEqual([false, 0, 0, 1, 1])
    executor.setAccounts([ACCOUNT])
    expect(executor.accounts).toBe(0)
  })

  it('does not lead a shard whose lease may have passed on', async () => {
    const held = new TestLease(1)
    const executor = await started(held)
    held.isHeld = false
    expect(stateOf(executor)).toEqual([false, 0, 1])
    await closed(executor)
  })

  it('has no account of a shard that it does not hold', async () => {
    const executor = await started()
    listener.took(new Map([[(SHARD + 1) % SHARDS, new TestLease(1)]]))
    expect(stateOf(executor)).toEqual([false, 1, 0])
    await closed(executor)
  })

  it('counts trouble on the way to its shards, and passes on that executors may have changed', async () => {
    const executor = await started()
    listener.failed()
    executor.executorsChanged()
    expect([account.counts.get('lease_failed'), rechecks]).toEqual([1, 1])
    await closed(executor)
  })

  it('shows when shards have been taken', async () => {
    const executor = await started()
    let taken = 0
    executor.onShardsTaken(() => void (taken += executor.shards))
    listener.took(new Map([[SHARD, new TestLease(1)]]))
    expect(taken).toBe(1)
    await closed(executor)
  })

  it('begins again under the next lease when one is lost, also when that cannot be given back', async () => {
    const [first, second] = [new TestLease(1), new TestLease(2)]
    first.releaseFails = true
    const executor = await started(first)
    first.lose()
    await account.clock.advance(1_000)
    expect([...stateOf(executor), first.released]).toEqual([false, 0, 0, 1])
    expect(account.counts.get('lease_release_failed')).toBe(1)
    listener.took(new Map([[SHARD, second]]))
    await account.clock.advance(1_000)
    expect(stateOf(executor)).toEqual([true, 1, 1])
    await closed(executor)
    expect(second.released).toBe(1)
  })

  it('keeps the account of the next lease when a run of the last one ends late', async () => {
    const [first, second] = [new TestLease(1), new TestLease(2)]
    const executor = await started(first)
    account.storeMs = 3_000
    executor.accountChanged(ACCOUNT)
    await account.clock.advance(100)
    first.lose()
    await account.clock.advance(0)
    expect([executor.leads(ACCOUNT), executor.isConcernedWith(ACCOUNT)]).toEqual([false, true])
    listener.took(new Map([[SHARD, second]]))
    await account.clock.advance(100)
    expect(stateOf(executor)).toEqual([true, 1, 1])
    account.storeMs = 0
    await account.clock.advance(5_000)
    expect(stateOf(executor)).toEqual([true, 1, 1])
    await closed(executor)
    expect(executor.isConcernedWith(ACCOUNT)).toBe(false)
  })

  it('hands a shard over once what is under way has ended, and leads the others on', async () => {
    const [moved, retained] = [new TestLease(1), new TestLease(1)]
    const executor = await started(moved)
    listener.took(new Map([[(SHARD + 1) % SHARDS, retained]]))
    account.storeMs = 500
    executor.accountChanged(ACCOUNT)
    await account.clock.advance(100)
    moved.moveOn()
    await account.clock.advance(0)
    expect([...stateOf(executor), moved.released]).toEqual([false, 1, 0, 0])
    await account.clock.advance(1_000)
    expect([executor.shards, moved.released, retained.released]).toEqual([1, 1, 0])
    await closed(executor)
  })

  it('waits no longer than a second for what is under way in a shard that it hands over', async () => {
    const moved = new TestLease(1)
    const executor = await started(moved)
    account.storeMs = 60_000
    executor.accountChanged(ACCOUNT)
    await account.clock.advance(100)
    moved.moveOn()
    await account.clock.advance(999)
    expect(moved.released).toBe(0)
    await account.clock.advance(1)
    expect(moved.released).toBe(1)
    account.storeMs = 0
    const closing = executor.close()
    await account.clock.advance(120_000)
    await closing
  })

  it('gives a shard that it hands over its whole second though it is to close meanwhile', async () => {
    const moved = new TestLease(1)
    const executor = await started(moved)
    account.storeMs = 60_000
    executor.accountChanged(ACCOUNT)
    await account.clock.advance(100)
    moved.moveOn()
    await account.clock.advance(300)
    const closing = executor.close()
    await account.clock.advance(699)
    expect(moved.released).toBe(0)
    await account.clock.advance(1)
    expect(moved.released).toBe(1)
    account.storeMs = 0
    await account.clock.advance(120_000)
    await closing
  })

  it('gives a shard back that it is granted while it closes', async () => {
    const late = new TestLease(1)
    const executor = await started(new TestLease(1))
    const closing = executor.close()
    listener.took(new Map([[(SHARD + 1) % SHARDS, late]]))
    await account.clock.advance(10_000)
    await closing
    expect([executor.shards, late.released]).toEqual([0, 1])
  })

  it('closes though its announcement cannot be ended', async () => {
    const executor = await started(new TestLease(1))
    leaving = () => Promise.reject(new Error('the store is away'))
    await closed(executor)
    expect(account.counts.get('lease_release_failed')).toBe(1)
  })
})

describe('an account that is not wanted any more', () => {
  it('is let go when nothing of it is live', async () => {
    const executor = await started(new TestLease(1))
    executor.setAccounts([])
    await account.clock.advance(1_000)
    expect(executor.accounts).toBe(0)
    await closed(executor)
  })

  it('is kept while something of it is, and stays when it is wanted again', async () => {
    const executor = await started(new TestLease(1))
    await account.clock.advance(1_000)
    const now = account.clock.now()
    account.quote = { ...account.quote!, receivedAt: now }
    executor.decide(decisionAt(now))
    await account.clock.advance(1_000)
    expect(account.store.tradesOf(ACCOUNT)).toHaveLength(1)
    executor.setAccounts([])
    await account.clock.advance(1_000)
    expect(executor.accounts).toBe(1)
    executor.setAccounts([ACCOUNT])
    expect(executor.accounts).toBe(1)
    await closed(executor)
  })
})
