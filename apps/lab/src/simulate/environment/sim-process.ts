import { Executor } from '@strikewise/execution/executor.ts'
import {
  StaleEpoch,
  type BrokerPort,
  type BrokerTime,
  type LeasePort,
  type MonoMs,
  type Ports,
  type StorePort,
  type StoreTransaction,
} from '@strikewise/execution/ports.ts'
import { memoryOutbox } from '@strikewise/execution/testing/memory-store.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { ServerTimeEstimator } from '@strikewise/kite/rest/server-time.ts'
import type { Owner } from '../engine/virtual-time.ts'
import { ModelBroker, type ModelBrokerOptions } from './model-broker.ts'
import { jumpClock } from './clocks.ts'
import { Connections } from './connections.ts'
import type { Environment } from './environment.ts'
import { runUserActionsAtCall } from './user-actions.ts'
import { runUserInstructionsAtCall } from './user-instructions.ts'
import { runUserApprovalsAtCall } from './user-approvals.ts'
import { runUserTicketsAtCall } from './user-tickets.ts'
import { WireBroker } from './wire-broker.ts'

const COMMIT_MS = 1
const SLOW_COMMIT_MS = 950
/** Longer than a call that was planned without knowing of it may wait to leave. */
export const OVERLOADED_COMMIT_MS = 2_500
/** The store's own limit for a transaction. */
const TX_TIMEOUT_MS = 3_000
/** How long a process stands still after a transaction, with its clock set back by as much, and until the clock is right again. */
const SET_BACK_MS = 3_000
const CLOCK_RIGHT_MS = 6_000
/** A machine that does not come up again by itself; another may take over meanwhile. */
const LONG_DOWN_MS = 15_000
/** How long a process sleeps right before or right after a transaction: shorter than its lease, or longer. */
const STALL_MS = [5_000, 14_000] as const
/** How long other work holds every connection: for less or for longer than a transaction waits for one. */
const CONNECTIONS_HELD_MS = [2_000, 8_000] as const
/** The store's limit for a transaction in which nothing is shown. */
const IDLE_IN_TX_MS = 4_000

/** Resolves after so many ms. */
type Pass = (ms: number) => Promise<void>

/** One run of the trading program, from its start to its end or its death. A place in the world runs several after another. */
export class SimProcess implements Owner {
  readonly name: string
  readonly slot: number
  /** Where its local file lies. */
  readonly machine: number
  readonly #environment: Environment
  readonly #entity: string
  readonly #brokers = new Map<string, ModelBroker | WireBroker>()
  /** What the broker's answers to an account have shown of its clock. */
  readonly #skews = new Map<string, ServerTimeEstimator>()
  readonly connections: Connections
  readonly executor: Executor
  hasExited = false
  stalledUntil = 0
  /** For how long its machine was suspended, up to the end of the last time: its monotonic clock stood still. */
  #suspendedMs = 0
  #suspendedUntil = 0
  readonly clocks = {
    wall: () => this.#environment.time.now + this.clockOffset,
    mono: () => Math.max(this.#environment.time.now, this.#suspendedUntil) - this.#suspendedMs,
  }
  /** How far its wall clock has stepped from its machine's. */
  clockStep = 0
  closing = false
  /** When it was asked to end. */
  closingAt = Number.POSITIVE_INFINITY

  constructor(environment: Environment, slot: number, generation: number) {
    this.name = `${slot}.${generation}`
    this.slot = slot
    this.machine = environment.shape.oneMachine === true ? 0 : slot
    this.#entity = `slot${slot}`
    this.#environment = environment
    this.connections = new Connections(environment.time, () => environment.counted('connections_waited_for'))
    this.executor = new Executor(this.#ports(), environment.config)
  }

  /** How far its wall clock is off. */
  get clockOffset(): number {
    return this.clockStep + this.#environment.clocks.offsetOf(this.machine)
  }

  /** For how long its machine was suspended, up to the end of the last time, in ms. */
  get suspendedMs(): number {
    return this.#suspendedMs
  }

  start(accounts: readonly string[]): void {
    for (const decision of this.#environment.recentDecisions()) this.executor.decide(decision)
    this.executor.start()
    this.executor.setAccounts(accounts)
  }

  /** The machine is suspended: nothing runs, and its monotonic clock stands still. */
  suspend(ms: number): void {
    const until = Math.max(this.stalledUntil, this.#environment.time.now + ms)
    this.#suspendedMs += until - Math.max(this.#suspendedUntil, this.#environment.time.now)
    this.#suspendedUntil = until
    this.stalledUntil = until
  }

  /** Its machine goes on before its time. */
  resume(): void {
    this.#suspendedMs -= Math.max(0, this.#suspendedUntil - this.#environment.time.now)
    this.#suspendedUntil = 0
  }

  /** The connections to the broker were re-established. */
  reconnect(account: string): void {
    this.#brokers.get(account)?.reconnect()
  }

  /** The broker link of an account has changed. */
  refreshLink(account: string): void {
    const broker = this.#brokers.get(account)
    if (broker instanceof WireBroker) broker.refresh()
  }

  /** `work` done by this process now, or when it thaws. */
  do(work: () => void): void {
    this.#environment.time.at(this.#environment.time.now, work, this)
  }

  /** A port call: the process may die before it or after it, and a dead one never receives the answer. */
  #living<T>(work: () => Promise<T>): Promise<T> {
    if (this.#dies()) return never()
    return work().then(
      (value) => (this.#dies() ? never<T>() : value),
      (error: unknown) => {
        if (this.#dies()) return never<T>()
        throw error
      },
    )
  }

  #dies(): boolean {
    if (!this.hasExited && this.#environment.chooser.choose('crash', this.#entity) > 0) this.#environment.kill(this)
    return this.hasExited
  }

  /** This process sleeps, and goes on as if no time had passed; not once all has healed, though it was drawn before. */
  async #freeze(ms: number): Promise<void> {
    const { time, chooser } = this.#environment
    if (!chooser.active) return
    this.stalledUntil = Math.max(this.stalledUntil, time.now + ms)
    await new Promise<void>((resolve) => void time.after(0, resolve, this))
  }

  /** The clock is set back while the process stands still: by the wall clock alone no time has passed. */
  async #setBack(): Promise<void> {
    const { time, chooser } = this.#environment
    if (!chooser.active) return
    this.clockStep -= SET_BACK_MS
    time.after(CLOCK_RIGHT_MS, () => (this.clockStep = 0))
    await this.#freeze(SET_BACK_MS)
  }

  /** This process stands still with its rows locked; the store aborts a transaction that has been idle for too long. */
  async #freezeInside(ms: number, pass: Pass): Promise<void> {
    const { time, chooser } = this.#environment
    if (!chooser.active) return
    this.stalledUntil = Math.max(this.stalledUntil, time.now + ms)
    const thawed = new Promise<'thawed'>((resolve) => void time.after(0, () => resolve('thawed'), this))
    if ((await Promise.race([thawed, pass(IDLE_IN_TX_MS)])) !== 'thawed') throw new Error('the store gave up')
  }

  /** One transaction, over a connection of its own. */
  async #transaction<T>(work: (t: StoreTransaction) => Promise<T>, ms: number, fails: boolean, pass: Pass): Promise<T> {
    const { time, chooser, store, faultConditions } = this.#environment
    if (time.now < faultConditions.storeDownUntil) throw new Error('the store is down')
    const inside = chooser.choose('frozen_in_tx', this.#entity)
    return this.#whenResumed(() =>
      store.transaction(async (t) => {
        const result = await work(t)
        if (inside > 0) await this.#freezeInside(STALL_MS[inside - 1]!, pass)
        await pass(ms)
        if (this.hasExited) throw new StaleEpoch('the process is gone')
        if (fails || time.now < faultConditions.storeDownUntil) throw new Error('the store gave up')
        return result
      }),
    )
  }

  /** What `work` comes to, once this process does not stand still any more. */
  async #whenResumed<T>(work: () => Promise<T>): Promise<T> {
    const { time } = this.#environment
    try {
      return await work()
    } finally {
      if (this.stalledUntil > time.now) await new Promise<void>((resolve) => void time.after(0, resolve, this))
    }
  }

  #ports(): Ports {
    const environment = this.#environment
    const { time } = environment
    const living = <T>(work: () => Promise<T>) => this.#living(work)
    const files = environment.offlineJournals.on(this.machine)
    return {
      clock: {
        now: () => this.clocks.wall() as EpochMs,
        mono: () => this.clocks.mono() as MonoMs,
        sleep: (ms) => living(() => new Promise((resolve) => void time.after(ms, resolve, this))),
        alarm: (ms, ring) => {
          const action = time.after(ms, ring, this)
          return () => {
            action.cancelled = true
          }
        },
      },
      isListening: () => !environment.isBusDown,
      ids: { next: (kind) => `${kind[0]}${(environment.nextId += 1).toString(36).padStart(16, '0')}` },
      broker: (account) => this.#brokerOf(account),
      store: this.#store(),
      feed: environment.feed.portFor(this, () => environment.clocks.offsetOf(this.machine)),
      lease: this.#leases(),
      outbox: memoryOutbox,
      offlineJournal: {
        append: (account, batch) =>
          living(async () => {
            if (time.now < environment.faultConditions.diskFullUntil) throw new Error('ENOSPC')
            await files.append(account, batch)
            // What was written to it is all that is left of the program: it is read by the next one.
            const way = this.hasExited ? 0 : environment.chooser.choose('crash_offline', this.#entity)
            if (way > 0) environment.kill(this, way === 2 ? LONG_DOWN_MS : undefined)
          }),
        read: (account) => living(() => files.read(account)),
        clear: (account, epoch) => living(() => files.clear(account, epoch)),
      },
      observer: {
        tradesChanged: () => undefined,
        count: (name) => environment.counted(name),
        alarm: (account, alarm) => environment.alarmed(account, alarm),
      },
    }
  }

  /** The shards of this process. The others are notified when it leaves, unless the bus is cut. */
  #leases(): LeasePort {
    const environment = this.#environment
    return {
      join: (listener) => {
        const membership = environment.lease.portOf(this).join(listener)
        return {
          leave: () => membership.leave().finally(() => environment.executorLeft()),
          recheck: () => membership.recheck(),
        }
      },
    }
  }

  #brokerOf(account: string): BrokerPort {
    const environment = this.#environment
    const skew = this.#skews.getOrInsertComputed(account, () => new ServerTimeEstimator(this.clocks.mono))
    const options: ModelBrokerOptions = {
      time: environment.time,
      exchange: environment.exchange,
      account,
      chooser: environment.chooser,
      faultConditions: environment.faultConditions,
      owner: this,
      process: this.name,
      seed: environment.shape.seed,
      onCall: (call) => environment.callLog(call),
      dies: () => environment.kill(this),
      onFunds: (read) => void environment.fundsRead.push(read),
      onBook: (read) => void environment.booksRead.push(read),
      onOrders: (read) => void environment.ordersRead.push(read),
      asked: () => {
        const notified = skew.onRequest()
        // As a header carries it: whole seconds.
        return (answeredAt) => notified(Math.floor(answeredAt / 1_000) * 1_000)
      },
    }
    const broker =
      environment.shape.wire === true
        ? new WireBroker({
            ...options,
            clocks: this.clocks,
            logins: () => environment.logins.get(account) ?? 0,
            onStale: () => environment.calledStale(account, this.name),
            logInAgain: () => environment.logInAgain(account),
          })
        : new ModelBroker(options)
    this.#brokers.set(account, broker)
    // What its user does on another device just as a call leaves.
    const call = <T>(name: string, work: () => Promise<T>) =>
      this.#living(() => {
        runUserActionsAtCall(environment, account, name)
        runUserInstructionsAtCall(environment, account, name)
        runUserTicketsAtCall(environment, account, name)
        runUserApprovalsAtCall(environment, account, name)
        return work()
      })
    return {
      profile: broker.profile,
      place: (order, guard) => call('place', () => broker.place(order, guard)),
      modify: (orderId, terms, guard) => call('modify', () => broker.modify(orderId, terms, guard)),
      cancel: (orderId, guard) => call('cancel', () => broker.cancel(orderId, guard)),
      orders: () => call('orders', () => broker.orders()),
      history: (orderId) => call('history', () => broker.history(orderId)),
      trades: () => call('trades', () => broker.trades()),
      positions: () => call('positions', () => broker.positions()),
      funds: () => call('funds', () => broker.funds()),
      brokerTime: () => skew.shown as BrokerTime | undefined,
      updates: (listener) => broker.updates(listener),
    }
  }

  /** Transactions take time, fail, end unknown, and die with their process before they commit. */
  #store(): StorePort {
    const environment = this.#environment
    const { time, chooser } = environment
    // Not this process's own: a transaction whose process is gone must still let go of its rows.
    const pass: Pass = (ms) => new Promise<void>((resolve) => void time.after(ms, resolve))
    const entity = this.#entity
    return {
      transaction: (work, lane) =>
        this.#living(async () => {
          const slow = chooser.choose('store_slow', entity)
          const isLate = time.now < environment.faultConditions.storeSlowUntil
          // Entries have connections of their own: what they buy waits for its stop.
          const isOverloaded = lane !== 'entries' && time.now < environment.faultConditions.writesSlowUntil
          const overloadedMs = isOverloaded ? OVERLOADED_COMMIT_MS : 0
          const lateMs = isLate ? SLOW_COMMIT_MS : 0
          const ms = Math.max(overloadedMs, lateMs, [COMMIT_MS, SLOW_COMMIT_MS, TX_TIMEOUT_MS][slow]!)
          const fails = slow === 2 || chooser.choose('tx_failed', entity) > 0
          const isUnknown = chooser.choose('commit_unknown', entity) > 0
          const frozen = chooser.choose('frozen_at_commit', entity)
          if (frozen % 2 === 1) await this.#freeze(STALL_MS[frozen >> 1]!)
          jumpClock(environment, this.machine, entity)
          const held = chooser.choose('pool_exhausted', entity)
          if (held > 0) this.connections.hold(CONNECTIONS_HELD_MS[held - 1]!)
          const value = await this.connections.with(lane, () => this.#transaction(work, ms, fails, pass))
          if (frozen > 0 && frozen % 2 === 0) await this.#freeze(STALL_MS[(frozen >> 1) - 1]!)
          if (chooser.choose('set_back_at_commit', entity) > 0) await this.#setBack()
          if (isUnknown) throw new Error('the store did not answer')
          return value
        }),
    }
  }
}

function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined)
}
