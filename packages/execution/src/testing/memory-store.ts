import type { AccountFacts } from '../account-facts.ts'
import type { Intent } from '../intent/intent.ts'
import type { Notification } from '../store/notification.ts'
import type { AccountId, OutboxPort, StorePort, StoreTransaction } from '../ports.ts'
import type { Batch, Change, EntryRefusal } from '../store/account-changes.ts'
import type { PastResult } from '../store/history.ts'
import { CHAIN_START, journalRow, type JournalRow } from '../store/journal.ts'
import type { Fill } from '../trade/fill.ts'
import { netIncludingCovers } from '../trade/trade-pnl.ts'
import type { Trade } from '../trade/trade.ts'
import type { EntryTicket } from '../pre-trade/entry-ticket.ts'
import type { TradeInstruction } from '../trade/trade-instruction.ts'
import { apply, applyRow, type MemoryAccount } from './memory-rows.ts'
import { MemoryTx } from './memory-tx.ts'

/** What one transaction wrote. */
export interface Commit {
  readonly epochs: ReadonlyMap<AccountId, number>
  readonly batches: readonly { readonly account: AccountId; readonly batch: Batch }[]
  readonly notifications: readonly Notification[]
}

/** What a transaction does instead of committing: die before it, or commit and lose the answer. */
export type StoreFault = 'fail' | 'commit_then_fail'

const NO_ACCOUNTS: ReadonlySet<AccountId> = new Set()

/**
 * The store in memory: one account row locked at a time, all or nothing, unique keys kept. The PostgreSQL adapter and
 * this one pass the same contract suite. Rows are never copied: what is handed in and out is readonly all the way down.
 */
export class MemoryStore implements StorePort {
  readonly #accounts = new Map<AccountId, MemoryAccount>()
  /** Accounts whose row is held, each with those who wait for it. */
  readonly #held = new Map<AccountId, (() => void)[]>()
  readonly #notifications = new Map<string, Notification>()
  /** Intent ids by the tag of their order, and accounts by the id of their trade, over all accounts. */
  readonly #tags = new Map<string, string>()
  readonly #trades = new Map<string, AccountId>()
  /** Accounts held by transactions that have committed since `takeCommitted` was last called. */
  #committed = new Set<AccountId>()
  /** What users asked for their trades, oldest first: rows that others write, and that no loss of ours takes away. */
  readonly #instructions = new Map<AccountId, TradeInstruction[]>()
  /** Results of days before the accounts had rows here. */
  readonly #past = new Map<AccountId, readonly PastResult[]>()
  /** What users asked to enter, as `#instructions`. */
  readonly #tickets = new Map<AccountId, EntryTicket[]>()
  readonly factsOf = new Map<AccountId, AccountFacts | null>()
  /** Asked about each change that is written: the constraint by which the store rejects it, beside those of the schema. */
  rejects: (account: AccountId, batch: Batch, change: Change) => string | undefined = () => undefined
  /** Every commit so far, oldest first; kept only where the newest may get lost. */
  commits: Commit[] | undefined
  /** How often it has lost commits. */
  #losses = 0
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
      peaks: new Map(),
      foreignTrades: new Map(),
    })
  }

  /** Puts rows of an earlier time there, without journal and unchecked: tests stage what need not be possible together. */
  seed(account: AccountId, changes: readonly Change[]): void {
    for (const change of changes) {
      applyRow(this.account(account), change)
      this.index(account, change)
    }
  }

  /** Writes what a user asks for a trade, as another process does. @throws RangeError when there is no such trade */
  instruct(account: AccountId, instruction: TradeInstruction): void {
    if (!this.#trades.has(instruction.tradeId)) throw new RangeError(`no trade ${instruction.tradeId} in the store`)
    this.#instructions.getOrInsertComputed(account, () => []).push(instruction)
  }

  /** Writes a ticket of a user, as another process does; one that is there already is not written again. */
  ask(account: AccountId, ticket: EntryTicket): void {
    const tickets = this.#tickets.getOrInsertComputed(account, () => [])
    if (!tickets.some(({ id }) => id === ticket.id)) tickets.push(ticket)
  }

  ticketsOf(account: AccountId): readonly EntryTicket[] {
    return this.#tickets.get(account) ?? []
  }

  instructionsOf(account: AccountId): readonly TradeInstruction[] {
    return this.#instructions.get(account) ?? []
  }

  async transaction<T>(work: (t: StoreTransaction) => Promise<T>): Promise<T> {
    const t = new MemoryTx(this)
    const losses = this.#losses
    try {
      const result = await work(t)
      t.checkNotifications()
      // A transaction ends with the server it ran on: what it was checked against may be lost.
      if (this.#losses !== losses) throw new Error('the store went away')
      const fault = this.fault()
      if (fault === 'fail') throw new Error('the store is down')
      t.commit()
      if (fault === 'commit_then_fail') throw new Error('the store did not answer')
      return result
    } finally {
      t.end()
    }
  }

  /** Accounts of which a transaction has committed since this was last asked: nothing else changes an account's rows. */
  takeCommitted(): ReadonlySet<AccountId> {
    if (this.#committed.size === 0) return NO_ACCOUNTS
    const committed = this.#committed
    this.#committed = new Set()
    return committed
  }

  /** Takes over what a transaction wrote. */
  take(commit: Commit): void {
    this.commits?.push(commit)
    this.#apply(commit)
  }

  /** Forgets the newest commits, as a standby does that had not received them yet, and what is not committed. Returns the lost. */
  loseNewest(count: number): readonly Commit[] {
    this.#losses += 1
    const written = this.commits ?? []
    const lost = written.splice(Math.max(0, written.length - count))
    for (const [account, row] of this.#accounts) {
      this.#committed.add(account)
      row.epoch = 0
      row.journal.length = 0
      for (const rows of [
        row.batches,
        row.trades,
        row.intents,
        row.tags,
        row.orders,
        row.fills,
        row.refusals,
        row.locks,
        row.peaks,
        row.foreignTrades,
      ])
        rows.clear()
    }
    for (const index of [this.#notifications, this.#tags, this.#trades]) index.clear()
    for (const commit of written) this.#apply(commit)
    return lost
  }

  #apply({ epochs, batches, notifications }: Commit): void {
    for (const [account, epoch] of epochs) {
      const row = this.account(account)
      row.epoch = Math.max(row.epoch, epoch)
      this.#committed.add(account)
    }
    for (const { account, batch } of batches) {
      const row = this.account(account)
      row.batches.add(batch.id)
      for (const change of batch.changes) {
        apply(row, batch, change)
        this.index(account, change)
      }
    }
    for (const notification of notifications) this.keep(notification)
  }

  get notifications(): readonly Notification[] {
    return [...this.#notifications.values()]
  }

  journalOf(account: AccountId): readonly JournalRow[] {
    const rows: JournalRow[] = []
    for (const { at, batchId, change } of this.account(account).journal)
      rows.push(journalRow(account, rows.at(-1) ?? { seq: 0, hash: CHAIN_START }, at, batchId, change))
    return rows
  }

  /** Gives an account net results of days before it had rows here. */
  addPast(account: AccountId, results: readonly PastResult[]): void {
    this.#past.set(account, [...(this.#past.get(account) ?? []), ...results])
  }

  /** Net result of each closed trade of an account, with those that it was given. */
  pastOf(account: AccountId): PastResult[] {
    const own = this.tradesOf(account).flatMap((trade) => {
      const net = trade.state === 'closed' ? netIncludingCovers(trade) : null
      return net === null ? [] : [{ mode: trade.mode, on: trade.on, net }]
    })
    return [...(this.#past.get(account) ?? []), ...own]
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
  account(account: AccountId): MemoryAccount {
    const found = this.find(account)
    if (found === undefined) throw new RangeError(`no account ${account} in the store`)
    return found
  }

  find(account: AccountId): MemoryAccount | undefined {
    return this.#accounts.get(account)
  }

  hasUser(userId: string): boolean {
    for (const account of this.#accounts.values()) if (account.userId === userId) return true
    return false
  }

  /** Takes the account's row if it is free. */
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

  /** Hands the row to the longest-waiting caller. */
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
  keep(notification: Notification): void {
    if (!this.#notifications.has(notification.key)) this.#notifications.set(notification.key, notification)
  }
}

/** The outbox of a memory store. */
export const memoryOutbox: OutboxPort = {
  put(t, notification) {
    ;(t as MemoryTx).notifications.push(notification)
  },
}
