import type { OrderAck } from '@strikewise/execution/order/order-ack.ts'
import type { OrderRequest, OrderTerms } from '@strikewise/execution/order/order.ts'
import type {
  AccountId,
  BrokerPort,
  Lease,
  LeasePort,
  OutboxPort,
  Ports,
  SendGuard,
  OfflineJournalPort,
  StorePort,
  StoreTransaction,
} from '@strikewise/execution/ports.ts'
import type { Batch, Change } from '@strikewise/execution/store/account-changes.ts'
import type { CrashPoints, Step } from './crash-points.ts'

/** The real ports with a crash point before and after every step of the execution path. */
export function crashingPorts(ports: Ports, points: CrashPoints): Ports {
  const starting = new FirstTimes()
  return {
    ...ports,
    broker: (account) => crashingBroker(ports.broker(account), account, points, starting),
    store: crashingStore(ports.store, points, starting),
    lease: crashingLease(ports.lease, points),
    outbox: crashingOutbox(ports.outbox, points),
    offlineJournal: crashingOfflineJournal(ports.offlineJournal, points, starting),
  }
}

/** What an account does first after the process began is part of its recovery. */
class FirstTimes {
  readonly #seen = new Set<string>()

  isFirst(step: Step, account: AccountId): boolean {
    const key = `${step} ${account}`
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    return true
  }
}

/** Nests the points of several steps around one piece of work, the first step outermost. */
function through<T>(points: CrashPoints, steps: readonly Step[], work: () => Promise<T>): Promise<T> {
  const [first, ...rest] = steps
  return first === undefined ? work() : points.around(first, () => through(points, rest, work))
}

function crashingBroker(broker: BrokerPort, account: AccountId, points: CrashPoints, starting: FirstTimes): BrokerPort {
  const write = (step: Step | undefined, guard: SendGuard, call: (guard: SendGuard) => Promise<OrderAck>) =>
    through(points, step === undefined ? [] : [step], async () => {
      points.pass('before_send')
      const answer = await call(() => {
        const leaves = guard()
        // The guard is asked right before the write: a turn of the event loop later the bytes are the kernel's.
        if (leaves) setImmediate(() => points.pass('after_send'))
        return leaves
      })
      points.pass('before_answer')
      setImmediate(() => points.pass('after_answer'))
      return answer
    })
  const read = <T>(step: Step, call: () => Promise<T>) =>
    through(points, starting.isFirst(step, account) ? [step] : [], call)
  return {
    profile: broker.profile,
    place: (order, guard) => write(placing(order), guard, (guarded) => broker.place(order, guarded)),
    modify: (orderId, terms, guard) =>
      write(changing(terms), guard, (guarded) => broker.modify(orderId, terms, guarded)),
    cancel: (orderId, guard) => write(undefined, guard, (guarded) => broker.cancel(orderId, guarded)),
    orders: () => read('recovery_orders', () => broker.orders()),
    history: (orderId) => broker.history(orderId),
    trades: () => read('recovery_trades', () => broker.trades()),
    positions: () => read('recovery_positions', () => broker.positions()),
    funds: () => broker.funds(),
    brokerTime: () => broker.brokerTime?.(),
    updates: (listener) => broker.updates(listener),
  }
}

function placing({ side, terms }: OrderRequest): Step | undefined {
  if (side === 'BUY') return undefined
  return terms.kind === 'SL' ? 'protect' : 'exit'
}

/** A stop that stays a stop is moved; anything else makes it the exit. */
function changing(terms: OrderTerms): Step {
  return terms.kind === 'SL' ? 'modify' : 'exit'
}

function crashingStore(store: StorePort, points: CrashPoints, starting: FirstTimes): StorePort {
  return {
    async transaction(work, lane) {
      const steps = new Set<Step>()
      const result = await store.transaction(async (t) => {
        const watched = new WatchedTx(t, (account, step) => {
          if (step === 'recovery_load' ? starting.isFirst(step, account) : true) steps.add(step)
          if (step === 'event_commit' && starting.isFirst('recovery_commit', account)) steps.add('recovery_commit')
        })
        const result = await work(watched)
        // Everything is written and nothing is committed.
        for (const step of steps) points.pass(`before_${step}`)
        return result
      }, lane)
      for (const step of steps) points.pass(`after_${step}`)
      return result
    },
  }
}

/** Finds which steps a transaction takes by what passes through it. */
class WatchedTx implements StoreTransaction {
  readonly inner: StoreTransaction
  readonly #takes: (account: AccountId, step: Step) => void

  constructor(inner: StoreTransaction, takes: (account: AccountId, step: Step) => void) {
    this.inner = inner
    this.#takes = takes
  }

  lock: StoreTransaction['lock'] = (account, epoch) => this.inner.lock(account, epoch)
  facts: StoreTransaction['facts'] = (account, at) => this.inner.facts(account, at)
  instructions: StoreTransaction['instructions'] = (account, on) => this.inner.instructions(account, on)
  tickets: StoreTransaction['tickets'] = (account, on) => this.inner.tickets(account, on)
  journalSeq: StoreTransaction['journalSeq'] = (account) => this.inner.journalSeq(account)
  lockFree: StoreTransaction['lockFree'] = (epochs) => this.inner.lockFree(epochs)
  entryRows: StoreTransaction['entryRows'] = (accounts, at) => this.inner.entryRows(accounts, at)
  histories: StoreTransaction['histories'] = (accounts, on) => this.inner.histories(accounts, on)
  dailyResults: StoreTransaction['dailyResults'] = (accounts, on) => this.inner.dailyResults(accounts, on)

  attempt: StoreTransaction['attempt'] = (work) => this.inner.attempt(work)

  load: StoreTransaction['load'] = (account, on) => {
    this.#takes(account, 'recovery_load')
    return this.inner.load(account, on)
  }

  write: StoreTransaction['write'] = (account, batch) => {
    this.#takeSteps(account, batch)
    return this.inner.write(account, batch)
  }

  writeAll: StoreTransaction['writeAll'] = (batches) => {
    for (const [account, batch] of batches) this.#takeSteps(account, batch)
    return this.inner.writeAll(batches)
  }

  #takeSteps(account: AccountId, batch: Batch): void {
    for (const change of batch.changes) for (const step of stepsOf(change)) this.#takes(account, step)
  }
}

function stepsOf(change: Change): Step[] {
  if (change.type === 'order' || change.type === 'fill') return ['event_commit']
  if (change.type === 'trade') return change.trade.state === 'closed' ? ['trade_close'] : []
  if (change.type !== 'intent') return []
  if (change.intent.outcome.state !== 'sending') return ['event_commit']
  return change.intent.kind === 'enter' ? ['claim', 'intent_commit'] : ['intent_commit']
}

function crashingOutbox(outbox: OutboxPort, points: CrashPoints): OutboxPort {
  return {
    put(t, notification) {
      points.pass('before_outbox_put')
      outbox.put(t instanceof WatchedTx ? t.inner : t, notification)
      points.pass('after_outbox_put')
    },
  }
}

function crashingLease(lease: LeasePort, points: CrashPoints): LeasePort {
  return {
    join(listener) {
      points.pass('before_lease_take')
      return lease.join({
        took(leases) {
          points.pass('after_lease_take')
          listener.took(new Map([...leases].map(([shard, held]) => [shard, crashingRelease(held, points)])))
        },
        failed: () => listener.failed(),
      })
    },
  }
}

function crashingRelease(held: Lease, points: CrashPoints): Lease {
  return { ...held, release: () => points.around('lease_release', () => held.release()) }
}

function crashingOfflineJournal(
  offlineJournal: OfflineJournalPort,
  points: CrashPoints,
  starting: FirstTimes,
): OfflineJournalPort {
  return {
    append: (account, batch) => offlineJournal.append(account, batch),
    read: (account) =>
      through(
        points,
        starting.isFirst('recovery_offline_journal_read', account) ? ['recovery_offline_journal_read'] : [],
        () => offlineJournal.read(account),
      ),
    clear: (account, epoch) => offlineJournal.clear(account, epoch),
  }
}
