// @invariant batch-isolation
import type { HighWaterMarks } from '../high-water-marks.ts'
import { RowRejected, type AccountId, type Ports, type StoreTransaction } from '../ports.ts'
import type { Batch } from '../store/account-changes.ts'
import type { Notification } from '../store/notification.ts'

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

interface QueuedWriting {
  readonly writing: Writing
  readonly resolve: (written: Written | Promise<Written>) => void
  readonly reject: (why: unknown) => void
}

/** Accounts in one transaction. */
const BATCH_SIZE = 100
/** Transactions of many accounts under way at once; what comes meanwhile gathers for the next. */
const BATCHES_AT_ONCE = 4

/**
 * Where the accounts of one executor write what became of their orders: one transaction for up to a hundred of them costs
 * little more than one for a single account, and after a decision that all of them follow a stop waits for few transactions
 * instead of hundreds. A writing begins at once while fewer than four are under way. It waits for no account's row: one that
 * is locked, or belongs to another executor, is written alone. So is everyone whose batch failed before its commit: an account
 * can only fail itself. A commit that ends unknown is unknown to all of its batch, and may be repeated by each, for the store
 * takes a batch once.
 */
export class WritingBatcher {
  readonly #ports: Pick<Ports, 'store' | 'outbox'>
  readonly #highWaterMarks: HighWaterMarks
  #waiting: QueuedWriting[] = []
  #underWay = 0

  constructor(ports: Pick<Ports, 'store' | 'outbox'>, highWaterMarks: HighWaterMarks) {
    this.#ports = ports
    this.#highWaterMarks = highWaterMarks
  }

  /**
   * Commits a writing. Rejects with StaleEpoch when another executor has the account, with RowRejected when the store refuses a
   * row, and when the store fails or ends unknown.
   */
  write(writing: Writing): Promise<Written> {
    if (!this.#canShare(writing)) return this.#alone(writing)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ writing, resolve, reject })
      this.#highWaterMarks.record('writings_waiting', this.#waiting.length)
      this.#start()
    })
  }

  /** One batch of the lease's own: what was journaled under another is judged alone, and an account waits at most once. */
  #canShare({ account, epoch, batches }: Writing): boolean {
    return (
      batches.length === 1 &&
      batches[0]!.epoch === epoch &&
      !this.#waiting.some((one) => one.writing.account === account)
    )
  }

  #start(): void {
    while (this.#waiting.length > 0 && this.#underWay < BATCHES_AT_ONCE) {
      this.#underWay += 1
      void this.#run(this.#waiting.splice(0, BATCH_SIZE)).finally(() => {
        this.#underWay -= 1
        this.#start()
      })
    }
  }

  /** Settles everyone of the batch, or hands them on to a transaction of their own. Never rejects. */
  async #run(batch: readonly QueuedWriting[]): Promise<void> {
    const alone = ({ writing, resolve }: QueuedWriting) => resolve(this.#alone(writing))
    const written = new Map<AccountId, Written>()
    const stage = { isBegun: false, isWritten: false }
    try {
      await this.#ports.store.transaction(async (t) => {
        stage.isBegun = true
        await this.#writeFree(t, batch, written)
        stage.isWritten = true
      })
    } catch (error) {
      // No other transaction would begin where this one did not; once the rows were written the commit may have happened.
      const isOneAtFault = error instanceof RowRejected || (stage.isBegun && !stage.isWritten)
      for (const one of batch)
        if (isOneAtFault) alone(one)
        else one.reject(error)
      return
    }
    for (const one of batch) {
      const ends = written.get(one.writing.account)
      if (ends === undefined) alone(one)
      else one.resolve(ends)
    }
  }

  /** Writes for those of the batch whose rows are free, and notes in `written` where their journals end. */
  async #writeFree(
    t: StoreTransaction,
    batch: readonly QueuedWriting[],
    written: Map<AccountId, Written>,
  ): Promise<void> {
    const free = new Set(await t.lockFree(new Map(batch.map(({ writing: { account, epoch } }) => [account, epoch]))))
    const writings = batch.map(({ writing }) => writing).filter(({ account }) => free.has(account))
    if (writings.length === 0) return
    const seen = new Map(writings.map(({ account }) => [account, t.journalSeq(account)]))
    await t.writeAll(new Map(writings.map(({ account, batches }) => [account, batches[0]!])))
    for (const { account, notifications } of writings) {
      for (const notification of notifications) this.#ports.outbox.put(t, notification)
      written.set(account, { seenSeq: seen.get(account)!, seq: t.journalSeq(account) })
    }
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
