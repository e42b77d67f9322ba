// @invariant one-owner-a-shard Every account belongs to one shard, and a shard has one executor at a time.
import type { Lease, LeasePort, Membership, ShardListener } from '../ports.ts'
import { announcementOf, type LeaseRows, type LiveExecutor, type Renewal } from './lease-rows.ts'
import { SHARDS, shardLeaseName, shardsOf } from './shard.ts'
import { HeldLeases, RENEW_MS, RETRY_MS, type LeaseTime, type StoreLease } from './store-lease.ts'

/** How long after a failed question to the store it is asked again. */
const PROBLEM_MS = 1_000
/** How long after the end of another executor's announcement that is checked. */
const AFTER_END_MS = 20

const SHARD_NAMES = Array.from({ length: SHARDS }, (_, shard) => shardLeaseName(shard))

interface ShardLease extends StoreLease {
  /** Another live executor should have it. */
  moveOn(): void
}

/**
 * The shards of one executor. It announces itself by a lease of its own, renewed in one statement with those of its
 * shards, and takes the shards that fall to it among the live executors. A shard is released by who has it, or has
 * expired, before another takes it: what the executors think of one another decides who asks, never who owns.
 *
 * `isFit`: whether it can serve every account. One that cannot does not announce itself, and takes shards only while no
 * other has: it waits as a reserve, and what it has it hands to the first that is fit.
 */
export function shardLeases(
  rows: LeaseRows,
  time: LeaseTime,
  holder: string,
  isFit: () => boolean = () => true,
): LeasePort {
  return {
    join(listener) {
      const member = new Member(rows, time, holder, listener, isFit)
      void member.step()
      return member
    },
  }
}

class Member implements Membership {
  readonly #time: LeaseTime
  readonly #holder: string
  readonly #listener: ShardListener
  readonly #isFit: () => boolean
  readonly #leases: HeldLeases
  readonly #leaving = new AbortController()
  readonly #shards = new Map<number, ShardLease>()
  #announcement: StoreLease | undefined
  #others: readonly LiveExecutor[] = []
  #isStepping = false
  #isWaiting = false

  constructor(rows: LeaseRows, time: LeaseTime, holder: string, listener: ShardListener, isFit: () => boolean) {
    this.#time = time
    this.#holder = holder
    this.#listener = listener
    this.#isFit = isFit
    this.#leases = new HeldLeases(rows, time, holder, (renewal) => this.#onRenewal(renewal))
  }

  async leave(): Promise<void> {
    this.#leaving.abort()
    await this.#announcement?.release()
  }

  recheck(): void {
    if (!this.#hasLeft && this.#announcement !== undefined) void this.#leases.renew()
  }

  /** Announces the executor, and takes the shards that fall to it as far as they can be had. */
  async step(): Promise<void> {
    if (this.#isStepping || this.#hasLeft) return
    this.#isStepping = true
    let again: number | undefined
    try {
      await this.#announce()
      const missing = this.#own().filter((shard) => !this.#shards.has(shard))
      if (missing.length > 0 && !(await this.#take(missing))) again = RETRY_MS
      else if (this.#announcement === undefined) again = RENEW_MS
    } catch {
      again = PROBLEM_MS
      if (!this.#hasLeft) this.#listener.failed()
    } finally {
      this.#isStepping = false
    }
    if (again !== undefined) void this.#stepAfter(again)
  }

  get #hasLeft(): boolean {
    return this.#leaving.signal.aborted
  }

  async #announce(): Promise<void> {
    if (!this.#isFit()) {
      await this.#announcement?.release()
      // What it has is renewed by itself, and shows the others too.
      if (this.#shards.size === 0) await this.#leases.renew()
      return
    }
    if (this.#announcement !== undefined) return
    const name = announcementOf(this.#holder)
    const lease = (await this.#leases.take([name])).get(name)
    if (lease === undefined) return
    if (this.#hasLeft) return lease.release()
    this.#announcement = lease
    void lease.lost.then(() => {
      this.#announcement = undefined
      void this.step()
    })
    await this.#leases.renew()
  }

  /** Answers whether all of them are ours now. */
  async #take(missing: readonly number[]): Promise<boolean> {
    // An executor that could not announce itself would take what others count as theirs.
    if (this.#isFit() && this.#announcement === undefined) return false
    const taken = await this.#leases.take(missing.map((shard) => SHARD_NAMES[shard]!))
    if (this.#hasLeft) {
      await Promise.all([...taken.values()].map((lease) => lease.release()))
      return true
    }
    const leases = new Map<number, Lease>()
    for (const shard of missing) {
      const lease = taken.get(SHARD_NAMES[shard]!)
      if (lease !== undefined) leases.set(shard, this.#keep(shard, lease))
    }
    if (leases.size > 0) this.#listener.took(leases)
    return leases.size === missing.length
  }

  #keep(shard: number, taken: StoreLease): Lease {
    const { promise: passOn, resolve: moveOn } = Promise.withResolvers<void>()
    const lease: ShardLease = { ...taken, passOn, moveOn }
    this.#shards.set(shard, lease)
    void taken.lost.then(() => {
      this.#shards.delete(shard)
      void this.step()
    })
    return lease
  }

  /** The shards that fall to this executor. It is live itself as long as it can read who else is. */
  #own(): readonly number[] {
    if (!this.#isFit()) return this.#others.length === 0 ? SHARD_NAMES.map((_, shard) => shard) : []
    return shardsOf(this.#holder, [...this.#others.map(({ holder }) => holder), this.#holder])
  }

  #onRenewal({ executors }: Renewal): void {
    if (this.#hasLeft) return
    this.#others = executors.filter(({ holder }) => holder !== this.#holder)
    const own = new Set(this.#own())
    for (const [shard, lease] of this.#shards) if (!own.has(shard)) lease.moveOn()
    void this.step()
    // One whose announcement is about to end is checked as soon as it has, unless it renews it.
    const soonest = Math.min(...this.#others.map(({ leftMs }) => leftMs))
    if (soonest < RENEW_MS) void this.#renewAfter(soonest + AFTER_END_MS)
  }

  async #renewAfter(ms: number): Promise<void> {
    if (await this.#sleeps(ms)) this.recheck()
  }

  async #stepAfter(ms: number): Promise<void> {
    if (this.#isWaiting) return
    this.#isWaiting = true
    const goesOn = await this.#sleeps(ms)
    this.#isWaiting = false
    if (goesOn) void this.step()
  }

  /** Answers false when the executor has left meanwhile. */
  #sleeps(ms: number): Promise<boolean> {
    return this.#time.sleep(ms, this.#leaving.signal).then(
      () => true,
      () => false,
    )
  }
}
