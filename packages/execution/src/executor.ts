// @invariant exit-isolation No account delays another account's exit, also while a lease passes on.
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { EntryClaimBatcher } from './entry/entry-claim-batcher.ts'
import { WritingBatcher } from './persist/writing-batcher.ts'
import { EntryThrottle } from './entry/entry-throttle.ts'
import type { SharedByActors } from './lease/leadership.ts'
import { LedShard } from './led-shard.ts'
import { shardOf } from './lease/shard.ts'
import type { SharedConfig } from './config.ts'
import { HighWaterMarks } from './high-water-marks.ts'
import type { AccountId, Lease, Membership, Ports } from './ports.ts'

/** How long a shard that is released waits for answers under way: a call that hangs must not keep the others from a successor. */
const DRAIN_MS = 1_000
/** How much longer what those calls answer is taken in by one that closes. A successor on this machine waits for our end. */
const DRAIN_ACKS_MS = 1_000
/** Three minutes of both indices. */
const RECENT_DECISIONS = 6

/** Why a shard is not led any more. */
type End = 'lost' | 'released'

interface LedNow {
  readonly shard: LedShard
  readonly release: () => void
}

/**
 * Runs one actor for each account of the shards whose leases it has. It joins the executors that share the accounts; one
 * alone has every shard.
 */
export class Executor {
  readonly #ports: Ports
  readonly #config: SharedConfig
  /** How full everything that can pile up has been, under all leases. */
  readonly highWaterMarks = new HighWaterMarks()
  readonly #shared: SharedByActors
  readonly #led = new Map<number, LedNow>()
  /** Shards with runs that have not ended, those of earlier leases too, each with what ends when it is left. */
  readonly #leading = new Map<LedShard, Promise<void>>()
  /** The last few decisions, for actors that begin after them: their scores end trades, and the pre-trade check knows their age. */
  #recent: Decision[] = []
  #assigned: ReadonlyMap<number, ReadonlySet<AccountId>> = new Map()
  #membership: Membership | undefined
  #isClosing = false
  readonly #shardListeners = new Set<() => void>()

  constructor(ports: Ports, config: SharedConfig) {
    this.#ports = ports
    this.#config = config
    const { highWaterMarks } = this
    this.#shared = {
      entryClaims: new EntryClaimBatcher(ports, highWaterMarks),
      throttle: new EntryThrottle(ports.clock, highWaterMarks),
      writings: new WritingBatcher(ports, highWaterMarks),
      highWaterMarks,
    }
  }

  /** Joins the executors; trading begins with the first shard. */
  start(): void {
    this.#membership ??= this.#ports.lease.join({
      took: (leases) => this.#took(leases),
      failed: () => this.#ports.observer.count('lease_failed'),
    })
  }

  /** The accounts of all shards that should have an actor. One that is no longer wanted is let go once nothing of it is live. */
  setAccounts(accounts: readonly AccountId[]): void {
    this.#assigned = byShard(accounts)
    for (const shard of this.#led.keys()) this.#matchActors(shard)
  }

  /** Hands a decision to every account. Never waits. */
  decide(decision: Decision): void {
    this.#recent = [...this.#recent, decision].slice(-RECENT_DECISIONS)
    this.highWaterMarks.record('recent_decisions', this.#recent.length)
    for (const { shard } of this.#led.values()) shard.decide(decision)
  }

  accountChanged(account: AccountId): void {
    this.#led.get(shardOf(account))?.shard.accountChanged(account)
  }

  allAccountsChanged(): void {
    for (const { shard } of this.#led.values()) shard.allAccountsChanged()
  }

  /** Another executor may have come or gone. */
  executorsChanged(): void {
    this.#membership?.recheck()
  }

  /** `listener` is called when shards have been taken. */
  onShardsTaken(listener: () => void): void {
    this.#shardListeners.add(listener)
  }

  get accounts(): number {
    let accounts = 0
    for (const { shard } of this.#led.values()) accounts += shard.accounts
    return accounts
  }

  /** How many shards it leads. */
  get shards(): number {
    return [...this.#led.values()].filter(({ shard }) => shard.isHeld).length
  }

  /**
   * Positions of led accounts with units that neither a stop, confirmed or accepted within the last two seconds, nor an exit on
   * its way covers, as the alarm `unprotected` has it. `oldestMs`: for how long the first of them has been so; 0: there is none.
   */
  get unprotected(): { readonly positions: number; readonly oldestMs: number } {
    const spans = [...this.#led.values()].flatMap(({ shard }) => shard.unprotectedMs)
    return { positions: spans.length, oldestMs: Math.max(0, ...spans) }
  }

  /** Whether the lease of the account's shard is held. */
  leads(account: AccountId): boolean {
    return this.#led.get(shardOf(account))?.shard.isHeld ?? false
  }

  /** Whether the account's shard is led, or an actor of an earlier lease still works. */
  isConcernedWith(account: AccountId): boolean {
    if (this.#led.has(shardOf(account))) return true
    return [...this.#leading.keys()].some((shard) => shard.isRunning(account))
  }

  /**
   * Takes no more work, gives what is under way a second, lets the leases go, and ends when every call was answered or
   * another second has passed: what a call that hangs comes to is settled by the process that takes the account over. Orders rest
   * where they are.
   */
  async close(): Promise<void> {
    this.#isClosing = true
    // An announcement that cannot be ended runs out by itself.
    const left = this.#membership?.leave().catch(() => this.#ports.observer.count('lease_release_failed'))
    for (const { release } of this.#led.values()) release()
    await Promise.all([left, ...this.#leading.values()])
    await this.#within(DRAIN_ACKS_MS, this.#runsEnded())
    for (const shard of this.#leading.keys()) shard.abandon()
    await this.#runsEnded()
  }

  #took(leases: ReadonlyMap<number, Lease>): void {
    for (const [number, lease] of leases) {
      const shard = new LedShard(this.#ports, this.#config, { ...this.#shared, lease })
      const { promise: released, resolve } = Promise.withResolvers<End>()
      const release = () => resolve('released')
      this.#led.set(number, { shard, release })
      this.#matchActors(number)
      const leading = this.#lead(number, shard, lease, released)
      this.#leading.set(shard, leading)
      void leading.then(() => shard.ended()).then(() => this.#leading.delete(shard))
      void lease.passOn?.then(release)
      if (this.#isClosing) release()
    }
    for (const listener of this.#shardListeners) listener()
  }

  /**
   * Leads a shard until its lease is lost, or is to be released. Once it has passed on no actor is waited for: what an
   * actor still writes counts until its account is taken over and is refused from then on (StaleEpoch), and the process
   * that takes it over settles from the book what it had sent. One that releases a shard hands over more than it must
   * leave in doubt.
   */
  async #lead(number: number, shard: LedShard, lease: Lease, released: Promise<End>): Promise<void> {
    const end = await Promise.race([lease.lost.then((): End => 'lost'), released])
    // A later lease of the shard may stand here.
    if (this.#led.get(number)?.shard === shard) this.#led.delete(number)
    shard.shutdown()
    if (end === 'released' || this.#isClosing) await this.#within(DRAIN_MS, shard.ended())
    // A lease that cannot be given back runs out by itself.
    await lease.release().catch(() => this.#ports.observer.count('lease_release_failed'))
  }

  #matchActors(number: number): void {
    if (this.#isClosing) return
    this.#led.get(number)?.shard.setAccounts(this.#assigned.get(number) ?? new Set(), this.#recent)
  }

  async #runsEnded(): Promise<void> {
    await Promise.all([...this.#leading.keys()].map((shard) => shard.ended()))
  }

  /** Waits for that, but no longer than so many ms. */
  async #within(ms: number, ended: Promise<void>): Promise<void> {
    const { promise: longEnough, resolve } = Promise.withResolvers<void>()
    const silence = this.#ports.clock.alarm(ms, resolve)
    await Promise.race([ended, longEnough])
    silence()
  }
}

function byShard(accounts: readonly AccountId[]): ReadonlyMap<number, ReadonlySet<AccountId>> {
  const shards = new Map<number, Set<AccountId>>()
  for (const account of accounts) shards.getOrInsertComputed(shardOf(account), () => new Set()).add(account)
  return shards
}
