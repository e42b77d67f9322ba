import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { DailyResult } from '@strikewise/domain/trading/period-limits.ts'
import type { AccountFacts } from '../account-facts.ts'
import type { Notification } from '../store/notification.ts'
import {
  RowRejected,
  StaleEpoch,
  type AccountId,
  type AccountRow,
  type ResultsRequest,
  type StoreTransaction,
} from '../ports.ts'
import type { AccountHistory, AccountRecords, Batch, EntryRows } from '../store/account-changes.ts'
import { historyFrom } from '../store/history.ts'
import { foreignResult } from '../trade/foreign-trades.ts'
import type { EntryTicket } from '../pre-trade/entry-ticket.ts'
import type { TradeInstruction } from '../trade/trade-instruction.ts'
import { checkBatch, checkNotification, type RowsSeen } from './constraints.ts'
import { apply, locksOf, peaksOf, tradesFor, type MemoryAccount } from './memory-rows.ts'
import type { MemoryStore } from './memory-store.ts'

/** A transaction of the store in memory: holds the rows it has locked, and keeps what it writes to itself until it commits. */
export class MemoryTx implements StoreTransaction {
  readonly #store: MemoryStore
  readonly notifications: Notification[] = []
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

  async lockFree(epochs: ReadonlyMap<AccountId, number>): Promise<readonly AccountId[]> {
    return [...epochs.keys()].toSorted().filter((account) => {
      const epoch = epochs.get(account)!
      const row = this.#store.find(account)
      if (row === undefined || row.epoch > epoch) return false
      if (!this.#locked.has(account) && !this.#store.tryHold(account)) return false
      this.#locked.set(account, epoch)
      return true
    })
  }

  journalSeq(account: AccountId): number {
    const written = this.#batches.flatMap((one) => (one.account === account ? one.batch.changes : []))
    return this.#store.account(account).journal.length + written.length
  }

  async facts(account: AccountId): Promise<AccountFacts | null> {
    return this.#store.factsOf.get(account) ?? null
  }

  async instructions(account: AccountId, on: IstDate): Promise<readonly TradeInstruction[]> {
    const trades = tradesFor(this.#seen(account), on).filter(({ state }) => state !== 'closed')
    const ids = new Set(trades.map(({ id }) => id))
    const given = this.#store.instructionsOf(account).filter(({ tradeId }) => ids.has(tradeId))
    return given.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  }

  async tickets(account: AccountId, on: IstDate): Promise<readonly EntryTicket[]> {
    const { trades, refusals } = this.#seen(account)
    const answered = new Set([
      ...trades.values().map(({ decisionId }) => decisionId),
      ...refusals.values().map(({ decisionId }) => decisionId),
    ])
    const asked = this.#store
      .ticketsOf(account)
      .filter(({ id, askedAt }) => istDateAt(askedAt) === on && !answered.has(id))
    return asked.toSorted((a, b) => a.askedAt - b.askedAt || (a.id < b.id ? -1 : 1))
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
      peaks: peaksOf(row, on),
      foreignTrades: row.foreignTrades.get(on) ?? null,
      refused: [...row.refusals.values()].filter((one) => one.on === on).map(({ decisionId }) => decisionId),
    }
  }

  async entryRows(accounts: readonly AccountId[], at: EpochMs): Promise<ReadonlyMap<AccountId, EntryRows>> {
    const on = istDateAt(at)
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
    const past = (account: AccountId) => this.#store.pastOf(account).filter((one) => one.on < on)
    return new Map(Array.from(accounts, ([account, mode]) => [account, historyFrom(past(account), mode)]))
  }

  async dailyResults(
    accounts: ReadonlyMap<AccountId, ResultsRequest>,
    on: IstDate,
  ): Promise<ReadonlyMap<AccountId, readonly DailyResult[]>> {
    const found = new Map<AccountId, readonly DailyResult[]>()
    for (const [account, { mode, from }] of accounts) {
      const days = new Map<IstDate, Paise>()
      const past = this.#store.pastOf(account)
      for (const one of past)
        if (one.mode === mode && one.on >= from && one.on < on)
          days.set(one.on, ((days.get(one.on) ?? 0) + one.net) as Paise)
      if (mode === 'live')
        for (const { on: day, trades } of this.#seen(account).foreignTrades.values())
          if (day >= from && day < on) days.set(day, ((days.get(day) ?? 0) + foreignResult(trades)) as Paise)
      const results = [...days].map(([day, net]) => ({ on: day, net })).toSorted((a, b) => (a.on < b.on ? -1 : 1))
      if (results.length > 0) found.set(account, results)
    }
    return found
  }

  async write(account: AccountId, batch: Batch): Promise<'written' | 'outdated'> {
    if (!this.#locked.has(account)) throw new Error(`write to ${account} without its lock`)
    const row = this.#store.account(account)
    if (row.batches.has(batch.id) || this.#batches.some((one) => one.batch.id === batch.id)) return 'written'
    // The lock's own epoch is the row's only once it is committed.
    if (batch.epoch < row.epoch) return 'outdated'
    this.#batches.push({ account, batch })
    try {
      checkBatch(this.#rowsSeen(account), batch)
      for (const change of batch.changes) {
        const constraint = this.#store.rejects(account, batch, change)
        if (constraint !== undefined) throw new RowRejected(constraint)
      }
    } catch (error) {
      // As on PostgreSQL, a statement that failed takes its transaction with it, unless it was an attempt.
      this.#isAborted = true
      throw error
    }
    return 'written'
  }

  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const [batches, notifications] = [this.#batches.length, this.notifications.length]
    try {
      return await work()
    } catch (error) {
      if (error instanceof RowRejected) {
        this.#batches.length = batches
        this.notifications.length = notifications
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
  #seen(account: AccountId): MemoryAccount {
    const row = this.#store.account(account)
    const own = this.#batches.filter((one) => one.account === account)
    if (own.length === 0) return row
    const copy: MemoryAccount = {
      ...row,
      journal: [],
      trades: new Map(row.trades),
      intents: new Map(row.intents),
      tags: new Map(row.tags),
      orders: new Map(row.orders),
      fills: new Map(row.fills),
      refusals: new Map(row.refusals),
      locks: new Map(row.locks),
      peaks: new Map(row.peaks),
      foreignTrades: new Map(row.foreignTrades),
    }
    for (const { batch } of own) for (const change of batch.changes) apply(copy, batch, change)
    return copy
  }

  /** @throws RowRejected */
  checkNotifications(): void {
    if (this.#isAborted) throw new Error('a statement had failed, so nothing is committed')
    for (const notification of this.notifications)
      checkNotification(notification, this.#store.hasUser(notification.userId))
  }

  commit(): void {
    this.#store.take({ epochs: this.#locked, batches: this.#batches, notifications: this.notifications })
  }

  end(): void {
    for (const account of this.#locked.keys()) this.#store.free(account)
  }
}
