import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { AccountFacts } from '../gate/facts.ts'
import type { Intent } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import {
  StaleEpoch,
  type AccountId,
  type AccountRow,
  type Note,
  type OutboxPort,
  type StorePort,
  type Tx,
} from '../ports.ts'
import type { AccountHistory, AccountRecords, Batch, Change, DayLock, EntryRefusal } from '../store/change.ts'
import { historyFrom } from '../store/history.ts'
import { CHAIN_START, journalRow, type JournalRow } from '../store/journal.ts'
import { fillKey, type Fill } from '../trade/fill.ts'
import { isLive, type Trade } from '../trade/trade.ts'

interface Account {
  userId: string
  epoch: number
  journal: JournalRow[]
  batches: Set<string>
  trades: Map<string, Trade>
  intents: Map<string, Intent>
  orders: Map<string, { order: OrderRecord; on: IstDate }>
  fills: Map<string, { fill: Fill; on: IstDate }>
  refusals: Map<string, EntryRefusal>
  locks: Map<IstDate, DayLock>
}

/** What a transaction does instead of committing: die before it, or commit and lose the answer. */
export type StoreFault = 'fail' | 'commit_then_fail'

/**
 * The store in memory: one account row locked at a time, all or nothing, unique keys kept. The PostgreSQL adapter and
 * this one pass the same contract suite.
 */
export class MemoryStore implements StorePort {
  readonly #accounts = new Map<AccountId, Account>()
  readonly #queues = new Map<AccountId, Promise<void>>()
  readonly notes: Note[] = []
  readonly factsOf = new Map<AccountId, AccountFacts | null>()
  /** Asked once for each transaction that is about to commit. */
  fault: () => StoreFault | undefined = () => undefined

  addAccount(account: AccountId, userId: string, facts: AccountFacts | null): void {
    this.factsOf.set(account, facts)
    this.#accounts.set(account, {
      userId,
      epoch: 0,
      journal: [],
      batches: new Set(),
      trades: new Map(),
      intents: new Map(),
      orders: new Map(),
      fills: new Map(),
      refusals: new Map(),
      locks: new Map(),
    })
  }

  async tx<T>(work: (t: Tx) => Promise<T>): Promise<T> {
    const t = new MemoryTx(this)
    try {
      const result = await work(t)
      const fault = this.fault()
      if (fault === 'fail') throw new Error('the store is down')
      t.commit()
      if (fault === 'commit_then_fail') throw new Error('the store did not answer')
      return result
    } finally {
      t.end()
    }
  }

  journalOf(account: AccountId): readonly JournalRow[] {
    return this.account(account).journal
  }

  tradesOf(account: AccountId): Trade[] {
    return [...this.account(account).trades.values()]
  }

  intentsOf(account: AccountId): Intent[] {
    return [...this.account(account).intents.values()]
  }

  fillsOf(account: AccountId): Fill[] {
    return [...this.account(account).fills.values()].map(({ fill }) => fill)
  }

  refusalsOf(account: AccountId): EntryRefusal[] {
    return [...this.account(account).refusals.values()]
  }

  /** @throws RangeError when there is no such account */
  account(account: AccountId): Account {
    const found = this.#accounts.get(account)
    if (found === undefined) throw new RangeError(`no account ${account} in the store`)
    return found
  }

  /** Waits for the account's row; the returned function frees it. */
  async rowLock(account: AccountId): Promise<() => void> {
    const before = this.#queues.get(account)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#queues.set(account, promise)
    await before
    return resolve
  }
}

class MemoryTx implements Tx {
  readonly #store: MemoryStore
  readonly notes: Note[] = []
  #locked: AccountId | undefined
  #epoch = 0
  #unlock: (() => void) | undefined
  #batches: Batch[] = []

  constructor(store: MemoryStore) {
    this.#store = store
  }

  async lock(account: AccountId, epoch: number): Promise<AccountRow> {
    this.#store.account(account)
    if (this.#locked !== account) {
      this.#unlock = await this.#store.rowLock(account)
      this.#locked = account
    }
    const row = this.#store.account(account)
    if (row.epoch > epoch) throw new StaleEpoch(`account ${account} belongs to epoch ${row.epoch}`)
    this.#epoch = epoch
    return { userId: row.userId, epoch }
  }

  async facts(account: AccountId): Promise<AccountFacts | null> {
    return this.#store.factsOf.get(account) ?? null
  }

  async load(account: AccountId, on: IstDate): Promise<AccountRecords> {
    const row = this.#store.account(account)
    const trades = [...row.trades.values()].filter((trade) => trade.on === on || isLive(trade))
    const ids = new Set(trades.map((trade) => trade.id))
    const mine = <T extends { readonly tradeId: string }>(rows: readonly T[]) =>
      rows.filter((one) => ids.has(one.tradeId))
    return structuredClone({
      trades,
      intents: mine([...row.intents.values()]),
      orders: mine([...row.orders.values()].map(({ order }) => order)),
      fills: mine([...row.fills.values()].map(({ fill }) => fill)),
      lock: row.locks.get(on) ?? null,
    })
  }

  async history(account: AccountId, on: IstDate): Promise<AccountHistory> {
    const closed = this.#store.tradesOf(account).filter((trade) => trade.state === 'closed' && trade.on < on)
    return historyFrom(
      closed.flatMap((trade) =>
        trade.state === 'closed' && trade.result !== null ? [{ on: trade.on, net: trade.result.net }] : [],
      ),
    )
  }

  async write(account: AccountId, batch: Batch): Promise<void> {
    if (this.#locked !== account) throw new Error(`write to ${account} without its lock`)
    const row = this.#store.account(account)
    if (row.batches.has(batch.id) || this.#batches.some((one) => one.id === batch.id)) return
    for (const change of batch.changes) checkUnique(row, change)
    this.#batches.push(structuredClone(batch))
  }

  commit(): void {
    if (this.#locked !== undefined) {
      const row = this.#store.account(this.#locked)
      row.epoch = Math.max(row.epoch, this.#epoch)
      for (const batch of this.#batches) {
        row.batches.add(batch.id)
        for (const change of batch.changes) apply(row, this.#locked, batch, change)
      }
    }
    for (const note of this.notes)
      if (!this.#store.notes.some((known) => known.key === note.key)) this.#store.notes.push(note)
  }

  end(): void {
    this.#unlock?.()
  }
}

/** The outbox of a memory store. */
export const memoryOutbox: OutboxPort = {
  put(t, note) {
    ;(t as MemoryTx).notes.push(note)
  },
}

function checkUnique(row: Account, change: Change): void {
  if (change.type === 'trade') {
    const { id, contract, decisionId } = change.trade
    for (const other of row.trades.values())
      if (other.id !== id && other.contract.symbol === contract.symbol && other.decisionId === decisionId)
        throw new Error(`decision ${decisionId} was traded before`)
  }
  if (change.type === 'intent' && change.intent.call.type === 'place') {
    const { tag } = change.intent.call.order
    for (const other of row.intents.values())
      if (other.id !== change.intent.id && other.call.type === 'place' && other.call.order.tag === tag)
        throw new Error(`tag ${tag} was used before`)
  }
}

function apply(row: Account, account: AccountId, batch: Batch, change: Change): void {
  const last = row.journal.at(-1) ?? { seq: 0, hash: CHAIN_START }
  row.journal.push(journalRow(account, last, batch.at, batch.id, change))
  switch (change.type) {
    case 'trade':
      row.trades.set(change.trade.id, change.trade)
      return
    case 'intent':
      row.intents.set(change.intent.id, change.intent)
      return
    case 'order':
      row.orders.set(`${change.on}/${change.order.orderId}`, { order: change.order, on: change.on })
      return
    case 'fill': {
      const key = `${change.on}/${change.fill.tradeId}/${fillKey(change.fill)}`
      if (!row.fills.has(key)) row.fills.set(key, { fill: change.fill, on: change.on })
      return
    }
    case 'refusal': {
      const key = `${change.refusal.symbol}/${change.refusal.decisionId}`
      if (!row.refusals.has(key)) row.refusals.set(key, change.refusal)
      return
    }
    case 'lock':
      row.locks.set(change.lock.on, change.lock)
      return
    case 'alarm':
      return
  }
}
