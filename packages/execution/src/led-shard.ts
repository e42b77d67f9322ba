// @invariant exit-isolation
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { AccountActor } from './account/actor.ts'
import type { SharedConfig } from './config.ts'
import type { AccountId, Ports } from './ports.ts'
import type { Leadership } from './lease/leadership.ts'

/**
 * The accounts of one shard while one lease of it is held: an actor for each. Once the lease may have passed on they all
 * stop, and begin again from the store under the next one: recovery is the only way in.
 */
export class LedShard {
  readonly #ports: Ports
  readonly #config: SharedConfig
  readonly #leadership: Leadership
  readonly #running = new Map<AccountId, AccountActor>()
  /** Every actor whose run has not ended. */
  readonly #runs = new Map<AccountActor, Promise<void>>()
  #isShutDown = false

  constructor(ports: Ports, config: SharedConfig, leadership: Leadership) {
    this.#ports = ports
    this.#config = config
    this.#leadership = leadership
  }

  /** The accounts that have an actor. */
  get accounts(): number {
    return this.#running.size
  }

  /** For how long each unprotected position of its accounts has been so, in ms. */
  get unprotectedMs(): readonly number[] {
    return [...this.#running.values()].flatMap((actor) => actor.unprotectedMs)
  }

  get isHeld(): boolean {
    return this.#leadership.lease.held()
  }

  /** Starts the actors that are missing, with the decisions before them, and lets those go that are not wanted and idle. */
  setAccounts(accounts: ReadonlySet<AccountId>, recent: readonly Decision[]): void {
    if (this.#isShutDown) return
    for (const account of accounts) if (!this.#running.has(account)) this.#begin(account, recent)
    for (const [account, actor] of this.#running) if (!accounts.has(account) && actor.isIdle) actor.shutdown()
  }

  decide(decision: Decision): void {
    for (const actor of this.#running.values()) actor.decide(decision)
  }

  accountChanged(account: AccountId): void {
    this.#running.get(account)?.accountChanged()
  }

  allAccountsChanged(): void {
    for (const actor of this.#running.values()) actor.accountChanged()
  }

  /** Whether an actor of the account has not ended, perhaps under an earlier lease. */
  isRunning(account: AccountId): boolean {
    for (const actor of this.#runs.keys()) if (actor.account === account) return true
    return false
  }

  /** Stops every actor and waits for none. Nothing begins here any more. */
  shutdown(): void {
    this.#isShutDown = true
    for (const actor of this.#running.values()) actor.shutdown()
    this.#running.clear()
  }

  /** Ends the runs though calls were not answered. */
  abandon(): void {
    for (const actor of this.#runs.keys()) actor.abandon()
  }

  /** Resolves when the run of every actor has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#runs.values())
  }

  #begin(account: AccountId, recent: readonly Decision[]): void {
    const actor = new AccountActor(this.#ports, this.#config, account, this.#leadership)
    for (const decision of recent) actor.decide(decision)
    this.#running.set(account, actor)
    const run = actor.run().then(() => {
      this.#runs.delete(actor)
      if (this.#running.get(account) === actor) this.#running.delete(account)
    })
    this.#runs.set(actor, run)
  }
}
