import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { AccountFacts } from '../gate/facts.ts'
import type { Intent } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import {
  RowRejected,
  StaleEpoch,
  type AccountId,
  type AccountRow,
  type Note,
  type OutboxPort,
  type StorePort,
  type Tx,
} from '../ports.ts'
import type {
  AccountHistory,
  AccountRecords,
  Batch,
  Change,
  DayLock,
  EntryRefusal,
  EntryRows,
} from '../store/change.ts'
import { historyFrom } from '../store/history.ts'
import { CHAIN_START, journalRow, type JournalRow } from '../store/journal.ts'
import { checkBatch, checkNote, type RowsSeen } from './constraints.ts'
import { fillKey, type Fill } from '../trade/fill.ts'
import { netWithCovers } from '../trade/result.ts'
import { isLive, type LinkMode, type Trade } from '../trade/trade.ts'

/** A change as it was taken down; its place in the hash chain is worked out when somebody reads the journal. */
interface Entry {
  readonly at: EpochMs
  readonly batchId: string
  /** The lease it was written under. */
  readonly epoch: number
  readonly change: Change
}

interface Account {
  readonly userId: string
  epoch: number
  readonly journal: Entry[]
  readonly batches: Set<string>
  readonly trades: Map<string, Trade>
  readonly intents: Map<string, Intent>
  /** Intent ids by the tag of their order. */
  readonly tags: Map<string, string>
  readonly orders: Map<string, { order: OrderRecord; on: IstDate }>
  readonly fills: Map<string, { fill: Fill; on: IstDate }>
  readonly refusals: Map<string, EntryRefusal>
  /** By day and kind of link. */
  readonly locks: Map<string, DayLock>
}

/** What a transaction does instead of committing: die before it, or commit and lose the answer. */
export type StoreFault = 'fail' | 'commit_then_fail'

/**
 * The store in memory: one account row locked at a time, all or nothing, unique keys kept. The PostgreSQL adapter and
 * this one pass the same contract suite. Rows are never copied: what is handed in and out is readonly all the way down.
 */
export class MemoryStore implements StorePort {
  readonly #accounts = new Map<AccountId, Account>()
  /** Accounts whose row is held, each with those who wait for it. */
  readonly #held = new Map<AccountId, (() => void)[]>()
  readonly #notes = new Map<string, Note>()
  /** Intent ids by the tag of their order, and accounts by the id of their trade, over all accounts. */
  readonly #tags = new Map<string, string>()
  readonly #trades = new Map<string, AccountId>()
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
      tags: new Map(),
      orders: new Map(),
      fills: new Map(),
      refusals: new Map(),
      locks: new Map(),
    })
  }

  /** Puts rows of an earlier time there, without journal and unchecked: tests stage what need not be possible together. */
  seed(account: AccountId, changes: readonly Change[]): void {
    for (const change of changes) {
      applyRow(this.account(account), change)
      this.index(account, change)
    }
  }

  async tx<T>(work: (t: Tx) => Promise<T>): Promise<T> {
    const t = new MemoryTx(this)
    try {
      const result = await work(t)
      t.checkNotes()
      const fault = this.fault()
      if (fault === 'fail') throw new Error('the store is down')
      t.commit()
      if (fault === 'commit_then_fail') throw new Error('the store did not answer')
      return result
    } finally {
      t.end()
    }
  }

  get notes(): readonly Note[] {
    return [...this.#notes.values()]
  }

  journalOf(account: AccountId): readonly JournalRow[] {
    const rows: JournalRow[] = []
    for (const { at, batchId, change } of this.account(account).journal)
      rows.push(journalRow(account, rows.at(-1) ?? { seq: 0, hash: CHAIN_START }, at, batchId, change))
    return rows
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
    const found = this.find(account)
    if (found === undefined) throw new RangeError(`no account ${account} in the store`)
    return found
  }

  find(account: AccountId): Account | undefined {
    return this.#accounts.get(account)
  }

  hasUser(userId: string): boolean {
    for (const account of this.#accounts.values()) if (account.userId === userId) return true
    return false
  }

  /** Takes the account's row if nobody holds it. */
  tryHold(account: AccountId): boolean {
    if (this.#held.has(account)) return false
    this.#held.set(account, [])
    return true
  }

  /** Waits for the account's row. */
  async hold(account: AccountId): Promise<void> {
    if (this.tryHold(account)) return
    await new Promise<void>((resolve) => this.#held.get(account)!.push(resolve))
  }

  /** Hands the row to whoever has waited longest. */
  free(account: AccountId): void {
    const next = this.#held.get(account)!.shift()
    if (next === undefined) this.#held.delete(account)
    else next()
  }

  /** The intent whose order carries a tag, in whichever account. */
  ownerOfTag(tag: string): string | undefined {
    return this.#tags.get(tag)
  }

  /** The account a trade belongs to. */
  ownerOfTrade(id: string): AccountId | undefined {
    return this.#trades.get(id)
  }

  /** Takes up what is unique over all accounts. */
  index(account: AccountId, change: Change): void {
    if (change.type === 'trade') this.#trades.set(change.trade.id, account)
    if (change.type === 'intent' && change.intent.call.type === 'place')
      this.#tags.set(change.intent.call.order.tag, change.intent.id)
  }

  /** Keeps the first note of a key. */
  keep(note: Note): void {
    if (!this.#notes.has(note.key)) this.#notes.set(note.key, note)
  }
}

class MemoryTx implements Tx {
  readonly #store: MemoryStore
  readonly notes: Note[] = []
  /** The epoch of each account whose row is held. */
  readonly #locked = new Map<AccountId, number>()
  #isAborted = false
  readonly #batches: { readonly account: AccountId; readonly batch: Batch }[] = []

  constructor(store: MemoryStore) {
    this.#store = store
  }

  async lock(account: AccountId, epoch: number): Promise<AccountRow> {
    const row = this.#store.account(account)
    if (!this.#locked.has(account)) {
      await this.#store.hold(account)
      this.#locked.set(account, row.epoch)
    }
    if (row.epoch > epoch) throw new StaleEpoch(`account ${account} belongs to epoch ${row.epoch}`)
    this.#locked.set(account, epoch)
    return { userId: row.userId, epoch }
  }

  async lockFree(accounts: readonly AccountId[], epoch: number): Promise<readonly AccountId[]> {
    return accounts.toSorted().filter((account) => {
      const row = this.#store.find(account)
      if (row === undefined || row.epoch > epoch) return false
      if (!this.#locked.has(account) && !this.#store.tryHold(account)) return false
      this.#locked.set(account, epoch)
      return true
    })
  }

  async facts(account: AccountId): Promise<AccountFacts | null> {
    return this.#store.factsOf.get(account) ?? null
  }

  async load(account: AccountId, on: IstDate): Promise<AccountRecords> {
    const row = this.#seen(account)
    const trades = tradesFor(row, on)
    const ids = new Set(trades.map((trade) => trade.id))
    const mine = <T extends { readonly tradeId: string }>(rows: readonly T[]) =>
      rows.filter((one) => ids.has(one.tradeId))
    return {
      trades,
      intents: mine([...row.intents.values()]),
      orders: mine([...row.orders.values()].map(({ order }) => order)),
      fills: mine([...row.fills.values()].map(({ fill }) => fill)),
      locks: locksOf(row, on),
      refused: [...row.refusals.values()].filter((one) => one.on === on).map(({ decisionId }) => decisionId),
    }
  }

  async entryRows(accounts: readonly AccountId[], on: IstDate): Promise<ReadonlyMap<AccountId, EntryRows>> {
    return new Map(
      accounts.map((account) => {
        const row = this.#seen(account)
        const facts = this.#store.factsOf.get(account) ?? null
        return [account, { userId: row.userId, facts, trades: tradesFor(row, on), locks: locksOf(row, on) }]
      }),
    )
  }

  async histories(
    accounts: ReadonlyMap<AccountId, LinkMode>,
    on: IstDate,
  ): Promise<ReadonlyMap<AccountId, AccountHistory>> {
    const past = (account: AccountId) =>
      this.#store.tradesOf(account).flatMap((trade) => {
        const net = trade.state === 'closed' && trade.on < on ? netWithCovers(trade) : null
        return net === null ? [] : [{ mode: trade.mode, on: trade.on, net }]
      })
    return new Map(Array.from(accounts, ([account, mode]) => [account, historyFrom(past(account), mode)]))
  }

  async write(account: AccountId, batch: Batch): Promise<'written' | 'outdated'> {
    if (!this.#locked.has(account)) throw new Error(`write to ${account} without its lock`)
    const row = this.#seen(account)
    if (row.batches.has(batch.id) || this.#batches.some((one) => one.batch.id === batch.id)) return 'written'
    // The lock's own epoch is the row's only once it is committed.
    if (batch.epoch < row.epoch) return 'outdated'
    this.#batches.push({ account, batch })
    try {
      checkBatch(this.#rowsSeen(account), batch)
    } catch (error) {
      // As on PostgreSQL, a statement that failed takes its transaction with it, unless it was an attempt.
      this.#isAborted = true
      throw error
    }
    return 'written'
  }

  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const [batches, notes] = [this.#batches.length, this.notes.length]
    try {
      return await work()
    } catch (error) {
      if (error instanceof RowRejected) {
        this.#batches.length = batches
        this.notes.length = notes
        this.#isAborted = false
      }
      throw error
    }
  }

  /** What the constraints look at: the account with what this transaction has written, and what is unique over all. */
  #rowsSeen(account: AccountId): RowsSeen {
    const row = this.#store.account(account)
    const changes = this.#batches.flatMap((one) => (one.account === account ? one.batch.changes : []))
    const traded = changes.filter((change) => change.type === 'trade')
    const trades =
      traded.length === 0
        ? row.trades
        : new Map([...row.trades, ...traded.map(({ trade }) => [trade.id, trade] as const)])
    const tags = new Map<string, string>()
    for (const change of changes)
      if (change.type === 'intent' && change.intent.call.type === 'place')
        tags.getOrInsert(change.intent.call.order.tag, change.intent.id)
    return {
      trades,
      ownerOfTag: (tag) => this.#store.ownerOfTag(tag) ?? tags.get(tag),
      ownerOfTrade: (id) => this.#store.ownerOfTrade(id),
    }
  }

  async writeAll(batches: ReadonlyMap<AccountId, Batch>): Promise<void> {
    for (const [account, batch] of batches) await this.write(account, batch)
  }

  /** The account as this transaction sees it: what is committed, and what it has written itself. */
  #seen(account: AccountId): Account {
    const row = this.#store.account(account)
    const own = this.#batches.filter((one) => one.account === account)
    if (own.length === 0) return row
    const copy: Account = {
      ...row,
      journal: [],
      trades: new Map(row.trades),
      intents: new Map(row.intents),
      tags: new Map(row.tags),
      orders: new Map(row.orders),
      fills: new Map(row.fills),
      refusals: new Map(row.refusals),
      locks: new Map(row.locks),
    }
    for (const { batch } of own) for (const change of batch.changes) apply(copy, batch, change)
    return copy
  }

  /** @throws RowRejected */
  checkNotes(): void {
    if (this.#isAborted) throw new Error('a statement had failed, so nothing is committed')
    for (const note of this.notes) checkNote(note, this.#store.hasUser(note.userId))
  }

  commit(): void {
    for (const [account, epoch] of this.#locked) {
      const row = this.#store.account(account)
      row.epoch = Math.max(row.epoch, epoch)
    }
    for (const { account, batch } of this.#batches) {
      const row = this.#store.account(account)
      row.batches.add(batch.id)
      for (const change of batch.changes) {
        apply(row, batch, change)
        this.#store.index(account, change)
      }
    }
    for (const note of this.notes) this.#store.keep(note)
  }

  end(): void {
    for (const account of this.#locked.keys()) this.#store.free(account)
  }
}

/** The outbox of a memory store. */
export const memoryOutbox: OutboxPort = {
  put(t, note) {
    ;(t as MemoryTx).notes.push(note)
  },
}

/** Trades of the day and those of any day that are not over. */
function tradesFor(row: Account, on: IstDate): Trade[] {
  return [...row.trades.values()].filter((trade) => trade.on === on || isLive(trade))
}

function locksOf(row: Account, on: IstDate): DayLock[] {
  return [...row.locks.values()].filter((lock) => lock.on === on)
}

function apply(row: Account, batch: Batch, change: Change): void {
  row.journal.push({ at: batch.at, batchId: batch.id, epoch: batch.epoch, change })
  applyRow(row, change)
}

function applyRow(row: Account, change: Change): void {
  switch (change.type) {
    case 'trade':
      row.trades.set(change.trade.id, change.trade)
      return
    case 'intent':
      row.intents.set(change.intent.id, change.intent)
      if (change.intent.call.type === 'place') row.tags.set(change.intent.call.order.tag, change.intent.id)
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
      row.locks.set(`${change.lock.on}/${change.lock.mode}`, change.lock)
      return
    case 'alarm':
      return
  }
}
