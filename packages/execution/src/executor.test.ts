import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_CONFIG } from './config.ts'
import { Executor } from './executor.ts'
import type { Lease, LeasePort } from './ports.ts'
import { ACCOUNT, decisionAt } from './testing/scenario.ts'
import { StagedAccount } from './testing/account-fixture.ts'
import { bidOf } from './testing/trade-fixture.ts'

let account: StagedAccount
/** What asking for the lease comes to, one after the other; then it is not answered any more. */
let answers: ('trouble' | TestLease)[]
beforeEach(() => {
  account = new StagedAccount()
  account.quote = { ...bidOf(149.9)!, askQuantity: 10_000 }
  answers = []
})

/** A lease that is lost on demand. */
class TestLease implements Lease {
  readonly epoch: number
  readonly lost: Promise<void>
  readonly lose: () => void
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
  }

  held(): boolean {
    return this.isHeld
  }

  async release(): Promise<void> {
    this.released += 1
    if (this.releaseFails) throw new Error('the store is away')
  }
}

const lease: LeasePort = {
  hold: async (_name, signal) => {
    const answer = answers.shift()
    if (answer === 'trouble') throw new Error('the store is away')
    if (answer !== undefined) return answer
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  },
}

async function started(...given: typeof answers): Promise<Executor> {
  answers = given
  const executor = new Executor({ ...account.ports, lease }, DEFAULT_CONFIG, 'trader/0')
  executor.start()
  executor.start()
  executor.setAccounts([ACCOUNT])
  await account.clock.advance(1_000)
  return executor
}

async function closed(executor: Executor): Promise<void> {
  const closing = executor.close()
  await account.clock.advance(10_000)
  await closing
}

describe('an executor', () => {
  it('leads while it holds the lease, and gives it back when it closes', async () => {
    const held = new TestLease(1)
    const executor = await started(held)
    expect([executor.isLeading, executor.accounts]).toEqual([true, 1])
    await closed(executor)
    expect([executor.isLeading, executor.accounts, held.released]).toEqual([false, 0, 1])
    executor.setAccounts([ACCOUNT])
    expect(executor.accounts).toBe(0)
  })

  it('does not lead while its lease may have passed on', async () => {
    const held = new TestLease(1)
    const executor = await started(held)
    held.isHeld = false
    expect(executor.isLeading).toBe(false)
    await closed(executor)
  })

  it('has no account before it leads, and asks again a second after trouble', async () => {
    const held = new TestLease(1)
    const executor = await started('trouble', 'trouble', held)
    expect([executor.isLeading, executor.accounts, account.counts.get('lease_failed')]).toEqual([false, 0, 2])
    await account.clock.advance(1_000)
    expect([executor.isLeading, executor.accounts]).toEqual([true, 1])
    await closed(executor)
  })

  it('that closes while it waits for the lease calls that no trouble', async () => {
    const executor = await started()
    await closed(executor)
    expect([executor.isLeading, account.counts.get('lease_failed')]).toEqual([false, undefined])
  })

  it('begins again under the next lease when one is lost, also when that cannot be given back', async () => {
    const [first, second] = [new TestLease(1), new TestLease(2)]
    first.releaseFails = true
    const executor = await started(first, second)
    first.lose()
    await account.clock.advance(1_000)
    expect([executor.isLeading, executor.accounts, first.released]).toEqual([true, 1, 1])
    expect(account.counts.get('lease_release_failed')).toBe(1)
    await closed(executor)
    expect(second.released).toBe(1)
  })

  it('keeps the account of the next lease when a run of the last one ends late', async () => {
    const [first, second] = [new TestLease(1), new TestLease(2)]
    const executor = await started(first, second)
    account.storeMs = 3_000
    executor.accountChanged(ACCOUNT)
    await account.clock.advance(100)
    first.lose()
    await account.clock.advance(100)
    expect([executor.isLeading, executor.accounts]).toEqual([true, 1])
    account.storeMs = 0
    await account.clock.advance(5_000)
    expect([executor.isLeading, executor.accounts]).toEqual([true, 1])
    await closed(executor)
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
