import type { CounterName } from './counter-names.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { DailyResult } from '@strikewise/domain/trading/period-limits.ts'
import type { Alarm } from './alarms/alarm.ts'
import type { OrderAck, QueryResult } from './order/order-ack.ts'
import type { BrokerOrder, OrderRequest, OrderTerms } from './order/order.ts'
import type { AccountFacts } from './account-facts.ts'
import type { BrokerProfile } from './broker-profile.ts'
import type { AccountHistory, AccountRecords, Batch, EntryRows } from './store/account-changes.ts'
import type { Notification } from './store/notification.ts'
import type { BrokerFill } from './trade/fill.ts'
import type { TradeInstruction } from './trade/trade-instruction.ts'
import type { EntryTicket } from './pre-trade/entry-ticket.ts'

/** Milliseconds of a clock that never steps back. Only differences mean anything. */
export type MonoMs = number & { readonly unit: 'mono_ms' }
export type AccountId = string
export type IdKind = 'intent' | 'trade' | 'batch'

export interface ClockPort {
  now(): EpochMs
  mono(): MonoMs
  /** Resolves after `ms`. */
  sleep(ms: number): Promise<void>
  /** Calls `ring` once after `ms`, unless the returned function was called before. */
  alarm(ms: number, ring: () => void): () => void
}

/** Answers true when the request may still leave. Asked by the adapter right before the first byte is written. */
export type SendGuard = () => boolean

/** A position as the broker nets it, by contract and product. */
export interface BrokerPosition {
  readonly tradingsymbol: string
  readonly product: string
  /** Net units; negative is short. */
  readonly quantity: number
  /** Of them, units that earlier days left. Left out: 0. */
  readonly carried?: number
  /** What the broker values them at; left out where it shows none. */
  readonly lastPrice?: Paise
}

/** Money that can buy options (kite-connect §15), and what the day began with. */
export interface BrokerFunds {
  readonly usable: Paise
  readonly opening: Paise
}

/**
 * What an update may show: how one order stands, that some order moved, that the connection is new and everything should be
 * checked, or that calls carry another login from now on, so that what was refused for the one before is asked again.
 */
export type BrokerUpdate =
  | { readonly type: 'order'; readonly order: BrokerOrder }
  | { readonly type: 'moved' }
  | { readonly type: 'look' }
  | { readonly type: 'login' }

/**
 * What the broker's clock showed: it stood between `earliest` and `latest` when our monotonic clock (`ClockPort.mono`)
 * stood at `mono`.
 */
export interface BrokerTime {
  readonly mono: MonoMs
  readonly earliest: EpochMs
  readonly latest: EpochMs
}

/**
 * One account at the broker. No call throws, and each answers within the port's own time-out: order calls in three
 * values, reads with the book or the reason why not. A call made while the guard shows no answers `refused: not_sent`.
 * The port knows the account's token and egress address, the core does not.
 */
export interface BrokerPort {
  /** What the core must know of the broker. */
  readonly profile: BrokerProfile
  place(order: OrderRequest, guard: SendGuard): Promise<OrderAck>
  modify(orderId: string, terms: OrderTerms, guard: SendGuard): Promise<OrderAck>
  cancel(orderId: string, guard: SendGuard): Promise<OrderAck>
  orders(): Promise<QueryResult<readonly BrokerOrder[]>>
  /** Everything one order went through, oldest first. */
  history(orderId: string): Promise<QueryResult<readonly BrokerOrder[]>>
  trades(): Promise<QueryResult<readonly BrokerFill[]>>
  positions(): Promise<QueryResult<readonly BrokerPosition[]>>
  funds(): Promise<QueryResult<BrokerFunds>>
  /**
   * The broker's clock as its last answer showed it, by our monotonic clock, so that a wall clock which steps meanwhile
   * changes nothing. Undefined while no answer has shown it; a port whose broker shows no time leaves it out.
   */
  brokerTime?(): BrokerTime | undefined
  /**
   * Hints. May be lost, doubled, late and out of order. What an `order` shows is believed as a reading of the book is, so
   * only what came over a channel that proves its sender (the account's own connection) may be delivered as one; of
   * anything that could be forged or replayed (a postback) only that an order `moved`. Returns the function that ends
   * them.
   */
  updates(listener: (update: BrokerUpdate) => void): () => void
}

/** Which days' results of an account are asked for. */
export interface ResultsRequest {
  readonly mode: LinkMode
  readonly from: IstDate
}

/** What the account row shows, read while it is locked. */
export interface AccountRow {
  readonly userId: string
  readonly epoch: number
}

/** The store refused because another executor has taken the account over: stop, and touch nothing more. */
export class StaleEpoch extends Error {
  override readonly name = 'StaleEpoch'
}

/**
 * The store works, and will never take a row as it is: it holds a value the store cannot hold, or breaks a constraint.
 * Repeating it is pointless; everything else can be written. The message names the constraint, never the value.
 */
export class RowRejected extends Error {
  override readonly name = 'RowRejected'
}

export interface StoreTransaction {
  /**
   * Locks the account's row until the transaction ends and makes `epoch` its owner.
   * Throws StaleEpoch when a later epoch has owned it, RangeError when there is no such account.
   */
  lock(account: AccountId, epoch: number): Promise<AccountRow>
  /**
   * Number of the newest row in the journal of an account whose row is locked, with what this transaction has written; 0: it
   * has none. It never falls, unless the store was restored to an earlier instant.
   */
  journalSeq(account: AccountId): number
  /**
   * What the product knows of the account right now: plan, link, switches, and the settings in force at `at`, also of those that
   * were to take effect later. `null` where it cannot be read.
   */
  facts(account: AccountId, at: EpochMs): Promise<AccountFacts | null>
  /**
   * What was asked for trades of the account that are not over, and for its abandoned entries of the day, which may
   * fill all the same. An instruction that names a trade of another account is left out.
   */
  instructions(account: AccountId, on: IstDate): Promise<readonly TradeInstruction[]>
  /** The account's tickets of the day that neither a trade nor a refusal answers, the oldest first. */
  tickets(account: AccountId, on: IstDate): Promise<readonly EntryTicket[]>
  /** Trades of the day, trades of any day that are not over, and the rows that belong to them. */
  load(account: AccountId, on: IstDate): Promise<AccountRecords>
  /**
   * Writes a batch once, whatever number of times it is handed in. Needs the lock. `outdated`: it was drawn up under an
   * older epoch than the one that owned the account before this transaction, whose rows do not go on from it; nothing of
   * it is written. Throws RowRejected. The batch's notes are the caller's to put into the outbox.
   */
  write(account: AccountId, batch: Batch): Promise<'written' | 'outdated'>
  /**
   * Runs `work`, which writes. When it rejects with RowRejected, what it wrote is undone and the transaction can go on;
   * without this the transaction is lost. Passes every rejection on.
   */
  attempt<T>(work: () => Promise<T>): Promise<T>

  // What the entries of many accounts need, each in as few statements as it would take for one.

  /**
   * Locks many accounts' rows as `lock` does, each for the epoch of its shard, in the order of their ids, and answers
   * which it has. Waits for none and throws for none: an account whose row another transaction holds, that belongs to a
   * later epoch or is not there is left out. Taken by itself, `lock` waits for it or shows what is wrong.
   */
  lockFree(epochs: ReadonlyMap<AccountId, number>): Promise<readonly AccountId[]>
  /** What the pre-trade check asks of each account at `at`, and on the day of it. Its row must be locked. */
  entryRows(accounts: readonly AccountId[], at: EpochMs): Promise<ReadonlyMap<AccountId, EntryRows>>
  /** Closed trades of the days before `on`, summed up for an entry of each account by a link of the given kind. */
  histories(accounts: ReadonlyMap<AccountId, LinkMode>, on: IstDate): Promise<ReadonlyMap<AccountId, AccountHistory>>
  /**
   * Net results of the days before `on` with closed trades by the given kind of link, from the given day on, oldest first: one
   * row a day, whatever was traded on it. An account without any is missing.
   */
  dailyResults(
    accounts: ReadonlyMap<AccountId, ResultsRequest>,
    on: IstDate,
  ): Promise<ReadonlyMap<AccountId, readonly DailyResult[]>>
  /** Writes a batch of each account once, drawn up under the epoch of the lock. */
  writeAll(batches: ReadonlyMap<AccountId, Batch>): Promise<void>
}

export interface StorePort {
  /**
   * May commit, fail, or end unknown; then it rejects. Settles within the port's own time-out. `entries`: for the entries
   * of many accounts; such transactions take no room from the others, nor those from them.
   */
  transaction<T>(work: (t: StoreTransaction) => Promise<T>, lane?: 'entries'): Promise<T>
}

/** The newest quote of a contract. Prices in paise; 0: none. */
export interface FeedQuote {
  readonly bid: Paise
  readonly ask: Paise
  readonly last: Paise
  /** Units offered at the five best asks. */
  readonly askQuantity: number
  readonly receivedAt: EpochMs
}

export interface FeedPort {
  quote(token: number): FeedQuote | undefined
  /** Calls `wake` whenever the quote of `token` changes. Returns the function that ends it. */
  watch(token: number, wake: () => void): () => void
}

/** The right to trade the accounts of one shard. Each new holder has a higher epoch. */
export interface Lease {
  readonly epoch: number
  /** False once the lease may have passed to another executor: nothing new may be placed. */
  held(): boolean
  /**
   * True until another executor is known to have it: orders that stand may still be changed, so that exits go on while
   * none can be asked who holds it. Left out: as `held`.
   */
  canModify?(): boolean
  /** Resolves when the lease has passed to another executor, or was released. */
  readonly lost: Promise<void>
  /** Resolves when another live executor should have the shard: release it once nothing is under way. Left out: never. */
  readonly passOn?: Promise<void>
  release(): Promise<void>
}

/** What an executor is notified of about its shards. */
export interface ShardListener {
  /** The leases of these shards are ours from now on. */
  took(leases: ReadonlyMap<number, Lease>): void
  /** The store could not be asked for shards; it will be asked again. */
  failed(): void
}

/** An executor among those that share the accounts. */
export interface Membership {
  /** Takes no more shards. The others no longer count on this executor and take what it releases. */
  leave(): Promise<void>
  /** Another executor may have come or gone. */
  recheck(): void
}

export interface LeasePort {
  /** Announces an executor and takes shards for it, until it leaves. */
  join(listener: ShardListener): Membership
}

export interface OutboxPort {
  /** Joins the notification to the transaction: sent if it commits, never if it does not. */
  put(t: StoreTransaction, notification: Notification): void
}

/** What a local file holds of one account. */
export interface OfflineJournalContent {
  readonly batches: readonly Batch[]
  /** Lines that are damaged. Every reading counts them until their epoch is cleared: a reader may end before it reports them. */
  readonly damagedLines: number
  /** What there are files of, oldest first: also of one without a line that can be read. */
  readonly epochs: readonly number[]
}

/** Where exits are written while the store is down: a local file, safe on disk before `append` resolves. */
export interface OfflineJournalPort {
  append(account: AccountId, batch: Batch): Promise<void>
  /** What is there, by epoch and then in the order it came. What cannot be read any more is counted, never thrown at. */
  read(account: AccountId): Promise<OfflineJournalContent>
  /**
   * Takes away what was drawn up under `epoch`: what an earlier executor wrote meanwhile has not been read yet. What is
   * damaged is kept under another name.
   */
  clear(account: AccountId, epoch: number): Promise<void>
}

/** What may be watched from outside. Never awaited, must not throw. */
export interface Observer {
  tradesChanged(userId: string): void
  count(name: CounterName, labels?: Readonly<Record<string, string>>): void
  alarm(account: AccountId, alarm: Alarm): void
}

export interface Ports {
  readonly clock: ClockPort
  /**
   * Whether a change of a kill switch would be reported now (`Executor.accountChanged`). While it would not, no entry
   * leaves. Left out: it always would.
   */
  isListening?(): boolean
  readonly ids: { next(kind: IdKind): string }
  broker(account: AccountId): BrokerPort
  readonly store: StorePort
  readonly feed: FeedPort
  readonly lease: LeasePort
  readonly outbox: OutboxPort
  readonly offlineJournal: OfflineJournalPort
  readonly observer: Observer
}
