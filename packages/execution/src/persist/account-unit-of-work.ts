// @invariant stored-intent
// @invariant replaced-executor-writes-nothing What waited in the offline journal of a replaced executor is reported
//   and never written over the rows of a later one.
// @invariant one-bad-row A bad row, text or line costs that row, never the account's next exit.
// @invariant crash-recovery Killed at any point, the next executor ends the trade correctly; an old one can write
//   nothing.
import type { BrokerProfile } from '../broker-profile.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { Alarm } from '../alarms/alarm.ts'
import type { Intent } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import type { Notification } from '../store/notification.ts'
import { RowRejected, StaleEpoch, type AccountId, type Lease, type Ports, type StoreTransaction } from '../ports.ts'
import type { Batch, Change, DayLock } from '../store/account-changes.ts'
import type { Trade } from '../trade/trade.ts'
import { dayLockNotification } from './trade-notifications.ts'
import { rejectionAlarm, rowKey, tradeIdOf, writeAccepted, writeHolds, type RejectedChange } from './write-divided.ts'
import { OfflineJournalWriter } from './offline-journal-writer.ts'
import { rowsMissing } from './restore-rows.ts'
import { AccountState } from './state.ts'
import type { WritingBatcher } from './writing-batcher.ts'
import { STORE_TIMEOUT_MS, WritingTimes } from './writing-times.ts'
import { WritingTurns } from './writing-turns.ts'

/** `journaled`: the store is away and the changes lie in the local file; `failed`: they are only in memory. */
export type CommitResult = 'written' | 'journaled' | 'failed'

/** What the user is notified of when something of an account's writing was set aside. */
export const ROW_REJECTED = { code: 'alarm.row_rejected' } as const satisfies Alarm
/**
 * Batches that wait for the store at most, but for those that name calls: further changes wait in memory, of each order,
 * intent and trade only the newest.
 */
const MAX_UNCONFIRMED_BATCHES = 100
/** Rejected rows of one ledger that get an alarm of their own in the journal. */
const MAX_REJECTION_ALARMS = 100

/**
 * One account's memory and its writing-down. Every change goes into memory at once and to the store with the next
 * commit; nothing is sent before the commit that names it. A commit that ends unknown is repeated with the same id,
 * which the store takes once. A change that the store rejects is set aside with an alarm in its place, entries are held, and
 * everything else is written: one bad row costs that row.
 */
export class AccountUnitOfWork {
  readonly account: AccountId
  readonly userId: string
  /** Of the account's broker, for notifications. */
  readonly broker: BrokerProfile
  readonly state: AccountState
  readonly writingTimes: WritingTimes
  readonly lease: Lease
  readonly #ports: Ports
  readonly #writings: WritingBatcher
  readonly #turns: WritingTurns
  #unconfirmed: Batch[] = []
  #changes: Change[] = []
  #notifications: Notification[] = []
  readonly #offlineJournal: OfflineJournalWriter
  /** Set aside and not yet taken by `takeRejected`. */
  #rejected: RejectedChange[]
  /** Keys of the alarms that stand in the journal for rejected rows. */
  readonly #rejectionAlarms = new Set<string>()
  /** Batches the store rejected as a whole, so that they are, or may be, written in parts. */
  readonly #writtenInParts = new Set<string>()
  /** Keys of rows that the store rejected. */
  readonly #intentsNotStored = new Set<string>()
  /** Number of the newest journal row that the store is known to have had. */
  #journalSeq: number
  #hasLostRows = false

  constructor(
    ports: Ports,
    account: AccountId,
    userId: string,
    lease: Lease,
    state: AccountState,
    rejected: readonly RejectedChange[],
    journalSeq: number,
    broker: BrokerProfile,
    writings: WritingBatcher,
  ) {
    this.#writings = writings
    this.broker = broker
    this.#ports = ports
    this.writingTimes = new WritingTimes(ports.clock)
    this.#turns = new WritingTurns(ports.clock)
    this.#offlineJournal = new OfflineJournalWriter(ports, account)
    this.account = account
    this.userId = userId
    this.lease = lease
    this.state = state
    this.#rejected = [...rejected]
    this.#journalSeq = journalSeq
  }

  /** Whether changes or notes wait to be written. */
  get isDirty(): boolean {
    return this.#changes.length > 0 || this.#notifications.length > 0 || this.#unconfirmed.length > 0
  }

  /** Batches and notes that the store has not taken. */
  get unwritten(): { readonly batches: number; readonly notifications: number } {
    const sealed = this.#unconfirmed.reduce((sum, { notes: notifications = [] }) => sum + notifications.length, 0)
    return { batches: this.#unconfirmed.length, notifications: sealed + this.#notifications.length }
  }

  /**
   * Alarms that no store and no file has taken. Each is raised once a day, so a ledger that takes the place of this one
   * must write them.
   */
  unwrittenAlarms(): { readonly changes: readonly Change[]; readonly notifications: readonly Notification[] } {
    const lost = this.#unconfirmed.filter(({ id }) => !this.#offlineJournal.has(id))
    const changes = [...lost.flatMap((batch) => batch.changes), ...this.#changes]
    const notifications = [...lost.flatMap((batch) => batch.notes ?? []), ...this.#notifications]
    return {
      changes: changes.filter(({ type }) => type === 'alarm'),
      notifications: notifications.filter(({ kind }) => kind === 'alarm'),
    }
  }

  /** Whether the store has not taken what was last written, or took it late a moment ago. */
  get isLate(): boolean {
    return this.#unconfirmed.length > 0 || this.writingTimes.wasLate
  }

  /** False when the store rejected the row of an intent: nothing in the store names its call. */
  isStored(intent: Intent): boolean {
    return !this.#intentsNotStored.has(`intent/${intent.id}`)
  }

  /** Whether the store has turned out to lack rows that it had taken: it was restored to an earlier instant. */
  get hasLostRows(): boolean {
    return this.#hasLostRows
  }

  /** Number of the newest journal row that the store is known to have had. */
  get journalSeq(): number {
    return this.#journalSeq
  }

  /** Takes note of where the journal ended in a transaction of this account that was committed. */
  sawJournal(seq: number): void {
    if (seq < this.#journalSeq) this.#hasLostRows = true
    this.#journalSeq = seq
  }

  /** Writes again what the store has lost, as the ledger `before` this one knows it; but for what it rejected. */
  restoreFrom(before: AccountUnitOfWork): number {
    const missing = rowsMissing(before.state, this.state).filter(
      (change) => !before.#intentsNotStored.has(rowKey(change)),
    )
    for (const change of missing) this.put(change)
    return missing.length
  }

  /** What was set aside since the last time this was asked. */
  takeRejected(): readonly RejectedChange[] {
    return this.#rejected.splice(0)
  }

  put(change: Change): void {
    this.state.apply(change)
    this.#changes.push(change)
  }

  /** Keeps what every reading renews (when an order was last seen) in memory only. */
  keepInMemory(order: OrderRecord): void {
    this.state.apply({ type: 'order', order, on: this.state.on })
  }

  notify(notification: Notification): void {
    this.#notifications.push(notification)
  }

  /** Settles intents that will not be sent: whatever became of their writing, no byte of theirs has left. */
  settleUnsent(unsent: readonly Intent[], at: EpochMs): void {
    const outcome = { state: 'refused', at, code: 'not_sent', text: 'not_written' } as const
    for (const intent of unsent) this.put({ type: 'intent', intent: { ...intent, outcome } })
  }

  /**
   * Writes everything down. With `offlineJournal`, what the store does not take, or not in time for a call to leave, goes
   * to the local file instead.
   */
  async commit(offlineJournal: boolean): Promise<CommitResult> {
    if (!this.isDirty) return 'written'
    const { ids, clock, observer } = this.#ports
    // What names a call must be in the local file before it leaves, as long as that takes anything.
    const isSealed =
      this.#unconfirmed.length < MAX_UNCONFIRMED_BATCHES || (offlineJournal && !this.#offlineJournal.isBlocked)
    if (isSealed) this.#seal(ids.next('batch'), clock.now())
    else this.#changes = newestOfEach(this.#changes)
    const batches = [...this.#unconfirmed]
    const begun = clock.mono()
    // An abandoned one goes on by itself; the next commit brings the same batches, which the store takes once.
    const came = await this.#turns.run(() => this.#writeAll(batches), offlineJournal ? STORE_TIMEOUT_MS : undefined)
    this.writingTimes.ended(begun)
    if (came !== 'written') {
      observer.count('store_commit_failed')
      return offlineJournal && (await this.#journalAll()) && isSealed ? 'journaled' : 'failed'
    }
    this.#notifyTradesChanged(batches)
    this.#unconfirmed = this.#unconfirmed.filter((batch) => !batches.includes(batch))
    this.#writtenInParts.clear()
    await this.#offlineJournal.clear(this.lease.epoch)
    // What had waited in memory follows, now that there is room.
    return isSealed ? 'written' : this.commit(offlineJournal)
  }

  /** Hands batches and their notes to the store. Rejects only when another executor has the account. */
  async #writeAll(batches: readonly Batch[]): Promise<'written' | 'failed'> {
    // What was once written in parts must never be written as a whole too.
    const isDivided = batches.some(({ id }) => this.#writtenInParts.has(id))
    try {
      if (!isDivided) {
        const notifications = notificationsOf(batches)
        const { account, lease } = this
        const { seenSeq, seq } = await this.#writings.write({ account, epoch: lease.epoch, batches, notifications })
        this.sawJournal(seenSeq)
        this.#journalSeq = seq
        return 'written'
      }
    } catch (error) {
      if (error instanceof StaleEpoch) throw error
      if (!(error instanceof RowRejected)) return 'failed'
    }
    return (await this.#writeAccepted(batches, true)) ?? (await this.#writeAccepted(batches, false)) ?? 'failed'
  }

  /**
   * Writes what the store takes of the batches, and alarms for the rest. Undefined when it rejected a note: then they are
   * written afterwards, each by itself (`withNotes` false).
   */
  async #writeAccepted(
    batches: readonly Batch[],
    withNotifications: boolean,
  ): Promise<'written' | 'failed' | undefined> {
    const { outbox, observer } = this.#ports
    const rejected: RejectedChange[] = []
    const notifications = [...notificationsOf(batches)]
    let locks: readonly DayLock[] = []
    try {
      await this.#transaction(async (t) => {
        rejected.length = 0
        for (const [index, batch] of batches.entries()) {
          const written = await writeAccepted(t, this.account, batch, {
            isDivided: this.#writtenInParts.has(batch.id),
            tradeOf: (id) => this.#tradeSince(batches.slice(index), id),
          })
          if (written.isDivided) this.#writtenInParts.add(batch.id)
          rejected.push(...written.rejected)
        }
        const alarms = this.#alarmsOf(rejected)
        const [last] = batches.slice(-1)
        if (alarms.length > 0 && last !== undefined) {
          await t.write(this.account, { ...last, id: `${last.id}/rejected`, changes: alarms })
          notifications.push(rejectedRowsNotification(this.userId, this.account, this.state.on, last.at))
        }
        if (last !== undefined) locks = await writeHolds(t, this.account, this.state, last, rejected)
        for (const lock of locks)
          notifications.push(dayLockNotification(this.userId, this.account, lock, this.broker.names))
        if (withNotifications) for (const notification of notifications) outbox.put(t, notification)
      })
    } catch (error) {
      if (error instanceof StaleEpoch) throw error
      return withNotifications && error instanceof RowRejected ? undefined : 'failed'
    }
    if (!withNotifications) await this.#putNotificationsOneByOne(notifications)
    for (const lock of locks) this.state.apply({ type: 'lock', lock })
    if (locks.length > 0) observer.count('invariant_broken', { code: reasonOf(ROW_REJECTED.code) })
    for (const alarm of this.#alarmsOf(rejected)) this.#rejectionAlarms.add(rowKey(alarm))
    for (const one of rejected) {
      this.#intentsNotStored.add(rowKey(one.change))
      observer.count('rows_rejected', { type: one.change.type })
    }
    this.#rejected.push(...rejected)
    return 'written'
  }

  /** A trade as the first of these batches, or of what follows them, shows; as it is known in memory where none does. */
  #tradeSince(batches: readonly Batch[], id: string): Trade | undefined {
    for (const change of [...batches.flatMap(({ changes }) => changes), ...this.#changes])
      if (change.type === 'trade' && change.trade.id === id) return change.trade
    return this.state.trade(id)
  }

  async #putNotificationsOneByOne(notifications: readonly Notification[]): Promise<void> {
    const { store, outbox, observer } = this.#ports
    for (const notification of notifications)
      await store
        .transaction(async (t) => outbox.put(t, notification))
        .catch(() => {
          observer.count('note_rejected')
          observer.alarm(this.account, { code: 'alarm.note_rejected', key: notification.key })
        })
  }

  /** An alarm in the journal for each that has none yet. */
  #alarmsOf(rejected: readonly RejectedChange[]): Extract<Change, { type: 'alarm' }>[] {
    if (this.#rejectionAlarms.size >= MAX_REJECTION_ALARMS) return []
    return rejected.map(alarmOf).filter((alarm) => !this.#rejectionAlarms.has(rowKey(alarm)))
  }

  /** A transaction of the account's own, its row locked. What waits must have been written before. */
  async #transaction<T>(work: (t: StoreTransaction) => Promise<T>): Promise<T> {
    const { seenSeq, seq, result } = await this.#ports.store.transaction(async (t) => {
      await t.lock(this.account, this.lease.epoch)
      const seenSeq = t.journalSeq(this.account)
      const result = await work(t)
      return { seenSeq, seq: t.journalSeq(this.account), result }
    })
    this.sawJournal(seenSeq)
    this.#journalSeq = seq
    return result
  }

  #seal(id: string, at: Batch['at']): void {
    if (this.#changes.length === 0 && this.#notifications.length === 0) return
    const sealed = { id, at, epoch: this.lease.epoch, changes: this.#changes }
    this.#unconfirmed.push(this.#notifications.length === 0 ? sealed : { ...sealed, notes: this.#notifications })
    this.#changes = []
    this.#notifications = []
  }

  /** Brings everything the store has not taken to the local file, in order. */
  #journalAll(): Promise<boolean> {
    return this.#offlineJournal.append(this.#unconfirmed, this.state, this.#hasLostRows ? null : this.#journalSeq)
  }

  #notifyTradesChanged(batches: readonly Batch[]): void {
    const touched = batches.some((batch) => batch.changes.some(({ type }) => SHOWN.has(type)))
    if (touched) this.#ports.observer.tradesChanged(this.userId)
  }
}

export function alarmOf(rejected: RejectedChange): Extract<Change, { type: 'alarm' }> {
  const message = rejectionAlarm(rejected)
  return { type: 'alarm', code: reasonOf(message.code), tradeId: tradeIdOf(rejected.change), message }
}

/** What a screen of the user's trades is made of: quantity and prices come from the fills, the stop from its order. */
const SHOWN: ReadonlySet<Change['type']> = new Set(['trade', 'order', 'fill', 'refusal', 'lock'])

/** Of each order, intent and trade the newest state, where the newest stands; everything else as it is. */
function newestOfEach(changes: readonly Change[]): Change[] {
  const seen = new Set<string>()
  const newest = changes.toReversed().filter((change) => {
    const key = stateKey(change)
    if (key === undefined) return true
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  return newest.toReversed()
}

function stateKey(change: Change): string | undefined {
  const isState = change.type === 'trade' || change.type === 'intent' || change.type === 'order'
  return isState ? rowKey(change) : undefined
}

function notificationsOf(batches: readonly Batch[]): readonly Notification[] {
  return batches.flatMap(({ notes: notifications = [] }) => notifications)
}

/** One notification a day, however many rows it is about: the key is that of the alarm which holds the entries. */
export function rejectedRowsNotification(userId: string, account: AccountId, on: IstDate, at: EpochMs): Notification {
  return {
    userId,
    kind: 'alarm',
    key: `alarm/${account}/${on}/${reasonOf(ROW_REJECTED.code)}/`,
    at,
    symbol: null,
    message: ROW_REJECTED,
  }
}
