// @invariant batch-isolation
import type { HighWaterMarks } from '../high-water-marks.ts'
import type { AccountId, Ports, StoreTransaction } from '../ports.ts'
import type { Batch } from '../store/account-changes.ts'
import type { Notification } from '../store/notification.ts'
import { AccountBatcher } from './account-batcher.ts'

/** What an account wants written in one transaction. */
export interface Writing {
  readonly account: AccountId
  /** Of the lease it was drawn up under. */
  readonly epoch: number
  readonly batches: readonly Batch[]
  readonly notifications: readonly Notification[]
}

/** Numbers of the newest journal row of the account, before the writing and with it. */
export interface Written {
  readonly seenSeq: number
  readonly seq: number
}

/**
 * Where the accounts of one executor write what became of their orders: after a decision that all of them follow a stop waits
 * for few transactions instead of hundreds. A writing begins at once while fewer batches than may be are under way. It waits
 * for no account's row: one that is locked, or belongs to another executor, is written alone. A writing whose commit ended
 * unknown may be repeated by each account, for the store takes a batch once.
 */
export class WritingBatcher {
  readonly #ports: Pick<Ports, 'store' | 'outbox'>
  readonly #highWaterMarks: HighWaterMarks
  readonly #batches: AccountBatcher<Writing, Written>

  constructor(ports: Pick<Ports, 'store' | 'outbox'>, highWaterMarks: HighWaterMarks) {
    this.#ports = ports
    this.#highWaterMarks = highWaterMarks
    this.#batches = new AccountBatcher(ports.store, {
      account: ({ account }) => account,
      together: (t, writings) => this.#writeFree(t, writings),
      alone: (writing) => this.#alone(writing),
    })
  }

  /**
   * Commits a writing. Rejects with StaleEpoch when another executor has the account, with RowRejected when the store refuses a
   * row, and when the store fails or ends unknown.
   */
  write(writing: Writing): Promise<Written> {
    if (!this.#canShare(writing)) return this.#alone(writing)
    const written = this.#batches.add(writing)
    this.#highWaterMarks.record('writings_waiting', this.#batches.waiting)
    this.#batches.start()
    return written
  }

  /** One batch of the lease's own: what was journaled under another is judged alone, and an account waits at most once. */
  #canShare({ account, epoch, batches }: Writing): boolean {
    return batches.length === 1 && batches[0]!.epoch === epoch && !this.#batches.isWaiting(account)
  }

  /** Writes for those whose rows are free, and answers where their journals end. */
  async #writeFree(t: StoreTransaction, all: readonly Writing[]): Promise<ReadonlyMap<AccountId, Written>> {
    const free = new Set(await t.lockFree(new Map(all.map(({ account, epoch }) => [account, epoch]))))
    const writings = all.filter(({ account }) => free.has(account))
    const written = new Map<AccountId, Written>()
    if (writings.length === 0) return written
    const seen = new Map(writings.map(({ account }) => [account, t.journalSeq(account)]))
    await t.writeAll(new Map(writings.map(({ account, batches }) => [account, batches[0]!])))
    for (const { account, notifications } of writings) {
      for (const notification of notifications) this.#ports.outbox.put(t, notification)
      written.set(account, { seenSeq: seen.get(account)!, seq: t.journalSeq(account) })
    }
    return written
  }

  /** In a transaction of its own, the account's row locked. */
  #alone({ account, epoch, batches, notifications }: Writing): Promise<Written> {
    return this.#ports.store.transaction(async (t) => {
      await t.lock(account, epoch)
      const seenSeq = t.journalSeq(account)
      for (const batch of batches) await t.write(account, batch)
      for (const notification of notifications) this.#ports.outbox.put(t, notification)
      return { seenSeq, seq: t.journalSeq(account) }
    })
  }
}
