// @invariant batch-isolation In a batch of accounts each can only fail itself.
import { RowRejected, type AccountId, type StorePort, type StoreTransaction } from '../ports.ts'

/** What the accounts of one executor do in shared transactions. */
export interface SharedWork<Work, Result> {
  account(work: Work): AccountId
  /** Done in `t` for those whose rows are free, waiting for none. Who is missing from the answer goes alone. */
  together(t: StoreTransaction, works: readonly Work[]): Promise<ReadonlyMap<AccountId, Result>>
  /** In a transaction of its own, which waits for the account's row. */
  alone(work: Work): Promise<Result>
  /** Whether one that has no company goes alone at once: its row may be locked, and then two transactions would take longer. */
  readonly isSoleAlone?: boolean
  /** Of the store, see `StorePort.transaction`. */
  readonly lane?: 'entries'
}

interface Queued<Work, Result> {
  readonly work: Work
  readonly resolve: (result: Result | Promise<Result>) => void
  readonly reject: (why: unknown) => void
}

/** Accounts in one transaction. */
export const BATCH_SIZE = 100
/** Transactions of many accounts under way at once; what comes meanwhile gathers for the next. */
const BATCHES_AT_ONCE = 4

/**
 * Gathers what many accounts want of the store: one transaction for up to a hundred of them costs little more than one for a
 * single account. An account can only fail itself: those that a batch leaves out, and everyone whose batch failed before its
 * commit, go alone. A commit that ends unknown is unknown to all of its batch.
 */
export class AccountBatcher<Work, Result> {
  readonly #store: StorePort
  readonly #shared: SharedWork<Work, Result>
  #waiting: Queued<Work, Result>[] = []
  #underWay = 0

  constructor(store: StorePort, shared: SharedWork<Work, Result>) {
    this.#store = store
    this.#shared = shared
  }

  /** Accounts that wait for a batch. */
  get waiting(): number {
    return this.#waiting.length
  }

  isWaiting(account: AccountId): boolean {
    return this.#waiting.some(({ work }) => this.#shared.account(work) === account)
  }

  /** Waits for the next batch, an account once at the most. Rejects with what its transaction does. */
  add(work: Work): Promise<Result> {
    return new Promise((resolve, reject) => void this.#waiting.push({ work, resolve, reject }))
  }

  /** Begins batches with those that wait, as far as there is room; the others follow as one ends. */
  start(): void {
    while (this.#waiting.length > 0 && this.#underWay < BATCHES_AT_ONCE) {
      this.#underWay += 1
      void this.#run(this.#waiting.splice(0, BATCH_SIZE)).finally(() => {
        this.#underWay -= 1
        this.start()
      })
    }
  }

  /** Settles everyone of the batch, or hands them on to a transaction of their own. Never rejects. */
  async #run(batch: readonly Queued<Work, Result>[]): Promise<void> {
    const alone = ({ work, resolve }: Queued<Work, Result>) => resolve(this.#shared.alone(work))
    if (batch.length === 1 && this.#shared.isSoleAlone === true) {
      alone(batch[0]!)
      return
    }
    let isBegun = false
    let results: ReadonlyMap<AccountId, Result> | undefined
    try {
      await this.#store.transaction(async (t) => {
        isBegun = true
        const works = batch.map(({ work }) => work)
        results = await this.#shared.together(t, works)
      }, this.#shared.lane)
    } catch (error) {
      // No other transaction would begin where this one did not; once the rows were written the commit may have happened.
      const isOneAtFault = error instanceof RowRejected || (isBegun && results === undefined)
      for (const one of batch)
        if (isOneAtFault) alone(one)
        else one.reject(error)
      return
    }
    for (const one of batch) {
      const result = results?.get(this.#shared.account(one.work))
      if (result === undefined) alone(one)
      else one.resolve(result)
    }
  }
}
