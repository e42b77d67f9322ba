import { alarmLine } from './alarm-line.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { loadAccount } from '../persist/load-account.ts'
import type { Batch, Change } from '../store/account-changes.ts'
import type { FeedQuote, Lease, Ports } from '../ports.ts'
import { MemoryStore, memoryOutbox } from './memory-store.ts'
import { ScriptedBroker } from './scripted-broker.ts'
import { ACCOUNT, DAY, goodFacts } from './scenario.ts'
import { NOW } from './trade-fixture.ts'
import { VirtualClock } from './virtual-clock.ts'
import { heldShards } from './held-shards.ts'
import { epochsOf } from './epochs-of.ts'
import { TEST_BROKER } from './test-broker.ts'

/** One account's ledger under its real store, in memory, with a log of what left it. */
export class StagedAccount {
  readonly clock = new VirtualClock(NOW)
  readonly store = new MemoryStore()
  /** As `alarmLine` writes them. */
  readonly alarms: string[] = []
  readonly counts = new Map<string, number>()
  readonly offlineJournal: Batch[] = []
  /** Nothing can be written to the local file. */
  offlineJournalFails = false
  /** Lines of the local file that were damaged. */
  damagedLines = 0
  /** How often the local file was cleared. */
  cleared = 0
  /** How long the store takes for a transaction. */
  storeMs = 0
  /** Transactions so far. */
  transactions = 0
  /** What the feed shows of every contract. */
  quote: FeedQuote | undefined
  /** How often a change of the trades was announced. */
  tradesNotified = 0
  isLeading = true
  readonly ports: Ports
  readonly lease: Lease
  #ids = 0

  constructor() {
    this.store.addAccount(ACCOUNT, ACCOUNT, goodFacts(NOW))
    this.lease = { epoch: 1, held: () => this.isLeading, lost: new Promise(() => {}), release: async () => {} }
    this.ports = this.#ports()
  }

  /** The ledger as it is after these changes, which are written already. */
  async unitOfWork(...changes: readonly Change[]): Promise<AccountUnitOfWork> {
    this.store.seed(ACCOUNT, changes)
    const unitOfWork = await loadAccount(this.ports, ACCOUNT, this.lease, DAY, TEST_BROKER)
    for (const change of changes) unitOfWork.state.apply(change)
    return unitOfWork
  }

  /** What the ledger would write now, in its order. */
  async written(unitOfWork: AccountUnitOfWork): Promise<readonly Change[]> {
    const before = this.store.journalOf(ACCOUNT).length
    await unitOfWork.commit(false)
    return this.store
      .journalOf(ACCOUNT)
      .slice(before)
      .map(({ change }) => change)
  }

  #ports(): Ports {
    const { clock, store, offlineJournal } = this
    const broker = new ScriptedBroker(clock)
    return {
      clock,
      ids: { next: (kind) => `${kind[0]}${String((this.#ids += 1)).padStart(6, '0')}` },
      broker: () => broker,
      store: {
        transaction: async (work) => {
          this.transactions += 1
          if (this.storeMs > 0) await clock.sleep(this.storeMs)
          return store.transaction(work)
        },
      },
      feed: { quote: () => this.quote, watch: () => () => undefined },
      lease: heldShards(() => this.lease),
      outbox: memoryOutbox,
      offlineJournal: {
        append: async (_account, batch) => {
          if (this.offlineJournalFails) throw new Error('the disk is full')
          offlineJournal.push(batch)
        },
        read: async () => ({
          batches: [...offlineJournal],
          damagedLines: this.damagedLines,
          epochs: epochsOf(offlineJournal),
        }),
        clear: async (_account, epoch) => {
          this.cleared += 1
          offlineJournal.splice(0, offlineJournal.length, ...offlineJournal.filter((batch) => batch.epoch !== epoch))
        },
      },
      observer: {
        tradesChanged: () => void (this.tradesNotified += 1),
        count: (name) => void this.counts.set(name, (this.counts.get(name) ?? 0) + 1),
        alarm: (_account, alarm) => void this.alarms.push(alarmLine(alarm)),
      },
    }
  }
}

/** Changes that bring these rows into an account's memory. */
export function changesOf(rows: {
  readonly trades?: readonly Extract<Change, { type: 'trade' }>['trade'][]
  readonly intents?: readonly Extract<Change, { type: 'intent' }>['intent'][]
  readonly orders?: readonly Extract<Change, { type: 'order' }>['order'][]
  readonly fills?: readonly Extract<Change, { type: 'fill' }>['fill'][]
}): Change[] {
  return [
    ...(rows.trades ?? []).map((trade): Change => ({ type: 'trade', trade })),
    ...(rows.intents ?? []).map((intent): Change => ({ type: 'intent', intent })),
    ...(rows.orders ?? []).map((order): Change => ({ type: 'order', order, on: DAY })),
    ...(rows.fills ?? []).map((fill): Change => ({ type: 'fill', fill, on: DAY })),
  ]
}
