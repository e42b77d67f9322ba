// @invariant exit-isolation No account delays another account's exit, also while the lease passes on.
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { AccountActor } from './account/actor.ts'
import { EntryClaimBatcher } from './entry/entry-claim-batcher.ts'
import { EntryThrottle } from './entry/entry-throttle.ts'
import type { Leadership } from './lease/leadership.ts'
import type { SharedConfig } from './config.ts'
import { HighWaterMarks } from './high-water-marks.ts'
import type { AccountId, Lease, Ports } from './ports.ts'

const LEASE_RETRY_MS = 1_000
/** How long one that closes waits for answers under way: a call that hangs must not keep the others from a successor. */
const DRAIN_MS = 1_000
/** How much longer what those calls answer is taken in. A successor on this machine waits for our end. */
const DRAIN_ACKS_MS = 1_000
/** Three minutes of both indices. */
const RECENT_DECISIONS = 6
/** Why callers that wait for the lease stop waiting. One for all: its stack is not needed. */
const CLOSING = new Error('the executor is closing')

/**
 * Runs one actor for each account of its share, under one lease. When the lease may have passed on, all actors stop and
 * begin again from the store under the next one: recovery is the only way in.
 */
export class Executor {
  readonly #ports: Ports
  readonly #config: SharedConfig
  readonly #leaseName: string
  /** How full everything that can pile up has been, under all leases. */
  readonly highWaterMarks = new HighWaterMarks()
  readonly #running = new Map<AccountId, AccountActor>()
  /** Every actor whose run has not ended, those of earlier leases too. */
  readonly #runs = new Map<AccountActor, Promise<void>>()
  readonly #closing = new AbortController()
  /** The last few decisions, for actors that begin after them: their scores end trades, and the pre-trade check knows their age. */
  #recent: Decision[] = []
  #assignedAccounts: ReadonlySet<AccountId> = new Set()
  #leadership: Leadership | undefined
  #run: Promise<void> | undefined

  constructor(ports: Ports, config: SharedConfig, leaseName: string) {
    this.#ports = ports
    this.#config = config
    this.#leaseName = leaseName
  }

  /** Starts waiting for the lease; trading begins when it is ours. */
  start(): void {
    this.#run ??= this.#holdAndRun()
  }

  /** The accounts that should have an actor. One that is no longer wanted is let go once nothing of it is live. */
  setAccounts(accounts: readonly AccountId[]): void {
    this.#assignedAccounts = new Set(accounts)
    this.#startAndStopActors()
  }

  /** Hands a decision to every account. Never waits. */
  decide(decision: Decision): void {
    this.#recent = [...this.#recent, decision].slice(-RECENT_DECISIONS)
    this.highWaterMarks.record('recent_decisions', this.#recent.length)
    for (const actor of this.#running.values()) actor.decide(decision)
  }

  accountChanged(account: AccountId): void {
    this.#running.get(account)?.accountChanged()
  }

  allAccountsChanged(): void {
    for (const actor of this.#running.values()) actor.accountChanged()
  }

  get accounts(): number {
    return this.#running.size
  }

  /** Whether the lease is held, for readiness. */
  get isLeading(): boolean {
    return this.#leadership?.lease.held() ?? false
  }

  /**
   * Takes no more work, gives what is under way a second, lets the lease go, and ends when every call was answered or
   * another second has passed: what a call that hangs comes to is settled by the process that takes the account over. Orders rest
   * where they are.
   */
  async close(): Promise<void> {
    this.#closing.abort(CLOSING)
    await this.#run
    await this.#runsEnded(DRAIN_ACKS_MS)
    for (const actor of this.#runs.keys()) actor.abandon()
    await Promise.all(this.#runs.values())
  }

  async #holdAndRun(): Promise<void> {
    const { signal } = this.#closing
    const closed = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    while (!signal.aborted) {
      const lease = await this.#hold(signal)
      if (lease === undefined) continue
      this.#leadership = {
        lease,
        entryClaims: new EntryClaimBatcher(this.#ports, lease, this.highWaterMarks),
        throttle: new EntryThrottle(this.#ports.clock, this.highWaterMarks),
        highWaterMarks: this.highWaterMarks,
      }
      this.#startAndStopActors()
      await Promise.race([lease.lost, closed])
      this.#leadership = undefined
      await this.#shutdownActors()
      // A lease that cannot be given back runs out by itself.
      await lease.release().catch(() => this.#ports.observer.count('lease_release_failed'))
    }
  }

  /** Waits for the lease; undefined after trouble on the way to it, or when we are closing. */
  async #hold(signal: AbortSignal): Promise<Lease | undefined> {
    try {
      return await this.#ports.lease.hold(this.#leaseName, signal)
    } catch {
      if (!signal.aborted) {
        this.#ports.observer.count('lease_failed')
        await this.#ports.clock.sleep(LEASE_RETRY_MS)
      }
      return undefined
    }
  }

  #startAndStopActors(): void {
    const term = this.#leadership
    if (term === undefined || this.#closing.signal.aborted) return
    for (const account of this.#assignedAccounts) if (!this.#running.has(account)) this.#begin(account, term)
    for (const [account, actor] of this.#running)
      if (!this.#assignedAccounts.has(account) && actor.isIdle) actor.shutdown()
  }

  #begin(account: AccountId, term: Leadership): void {
    const actor = new AccountActor(this.#ports, this.#config, account, term)
    for (const decision of this.#recent) actor.decide(decision)
    this.#running.set(account, actor)
    const run = actor.run().then(() => {
      this.#runs.delete(actor)
      // Only if it is still ours to remove: after a change of lease a new one may stand here.
      if (this.#running.get(account) === actor) this.#running.delete(account)
    })
    this.#runs.set(actor, run)
  }

  /**
   * Stops every actor. Once the lease has passed on none is waited for: what an actor still writes counts until its
   * account is taken over and is refused from then on (StaleEpoch), and the process that takes it over settles from the book what
   * it had sent. One that closes hands over more than it must leave in doubt.
   */
  async #shutdownActors(): Promise<void> {
    for (const actor of this.#running.values()) actor.shutdown()
    this.#running.clear()
    if (this.#closing.signal.aborted) await this.#runsEnded(DRAIN_MS)
  }

  /** Waits until all actors' runs have ended, but no longer than that. */
  async #runsEnded(withinMs: number): Promise<void> {
    const { promise: longEnough, resolve } = Promise.withResolvers<void>()
    const silence = this.#ports.clock.alarm(withinMs, resolve)
    await Promise.race([Promise.all(this.#runs.values()), longEnough])
    silence()
  }
}
