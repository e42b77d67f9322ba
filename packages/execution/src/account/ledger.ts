import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import { StaleEpoch, type AccountId, type Lease, type Note, type Ports, type Tx } from '../ports.ts'
import type { Batch, Change } from '../store/change.ts'
import { AccountState } from './state.ts'

/** `spooled`: the store is away and the changes lie in the local file; `failed`: they are only in memory. */
export type Written = 'written' | 'spooled' | 'failed'

/** How long a call waits for the store before its rows go to the local file: half of the time it has to leave. */
const STORE_PATIENCE_MS = 1_000

const STUCK =
  'Neither the store nor the local file takes what is to be sent, so nothing is sent; stops at the broker rest.'

/**
 * One account's memory and its writing-down. Every change goes into memory at once and to the store with the next
 * commit; nothing is sent before the commit that names it. A commit that ends unknown is repeated with the same id,
 * which the store takes once.
 */
export class Ledger {
  readonly account: AccountId
  readonly userId: string
  readonly state: AccountState
  readonly lease: Lease
  readonly #ports: Ports
  #unsure: Batch[] = []
  #changes: Change[] = []
  #notes: Note[] = []
  readonly #spooled = new Set<string>()
  /** The last writing took the store longer than a call's rows may wait, or it did not take it. */
  #isLate = false
  /** Neither store nor file took the last writing. */
  #isStuck = false

  constructor(ports: Ports, account: AccountId, userId: string, lease: Lease, state: AccountState) {
    this.#ports = ports
    this.account = account
    this.userId = userId
    this.lease = lease
    this.state = state
  }

  /** Whether changes wait to be written. */
  get isDirty(): boolean {
    return this.#changes.length > 0 || this.#unsure.length > 0
  }

  /** Batches and notes that the store has not taken. */
  get unwritten(): { readonly batches: number; readonly notes: number } {
    return { batches: this.#unsure.length, notes: this.#notes.length }
  }

  /** Whether the store was late, or away, when it was last written to. */
  get isLate(): boolean {
    return this.#isLate
  }

  put(change: Change): void {
    this.state.apply(change)
    this.#changes.push(change)
  }

  /** Keeps what every reading renews (when an order was last seen) in memory only. */
  remember(order: OrderRecord): void {
    this.state.apply({ type: 'order', order, on: this.state.on })
  }

  note(note: Note): void {
    this.#notes.push(note)
  }

  /** Settles intents that will not be sent: whatever became of their writing, no byte of theirs has left. */
  withhold(unsent: readonly Intent[], at: EpochMs): void {
    const outcome = { state: 'refused', at, code: 'not_sent', text: 'not written down' } as const
    for (const intent of unsent) this.put({ type: 'intent', intent: { ...intent, outcome } })
  }

  /**
   * Writes everything down. With `spool`, what the store does not take, or not in time for a call to leave, goes to the
   * local file instead.
   */
  async commit(spool: boolean): Promise<Written> {
    if (!this.isDirty) return 'written'
    const { ids, clock, observer } = this.#ports
    this.#seal(ids.next('batch'), clock.now())
    const begun = clock.mono()
    const writing = this.#writeAll()
    const came = spool ? await this.#inTime(writing) : await writing
    this.#isLate = came !== 'written' || clock.mono() - begun > STORE_PATIENCE_MS
    if (came !== 'written') {
      observer.count('store_commit_failed')
      return spool && (await this.#spoolAll()) ? 'spooled' : 'failed'
    }
    this.#tellTradesChanged()
    this.#unsure = []
    this.#notes = []
    if (this.#spooled.size > 0) {
      this.#spooled.clear()
      await this.#ports.spool.clear(this.account, this.lease.epoch).catch(() => observer.count('spool_failed'))
    }
    return 'written'
  }

  /** Hands everything to the store. Rejects only when another executor has the account. */
  async #writeAll(): Promise<'written' | 'failed'> {
    const [batches, notes] = [[...this.#unsure], [...this.#notes]]
    try {
      await this.#tx(async (t) => {
        for (const batch of batches) await t.write(this.account, batch)
        for (const note of notes) this.#ports.outbox.put(t, note)
      })
      return 'written'
    } catch (error) {
      if (error instanceof StaleEpoch) throw error
      return 'failed'
    }
  }

  /**
   * What came of a writing, or `failed` when it takes too long. It then goes on by itself; the next commit brings the same
   * batches, which the store takes once.
   */
  #inTime(writing: Promise<'written' | 'failed'>): Promise<'written' | 'failed'> {
    const { promise, resolve, reject } = Promise.withResolvers<'written' | 'failed'>()
    const silence = this.#ports.clock.alarm(STORE_PATIENCE_MS, () => resolve('failed'))
    writing.then(resolve, reject).finally(silence)
    return promise
  }

  /** A transaction of the account's own, its row locked. What waits must have been written before. */
  async #tx<T>(work: (t: Tx) => Promise<T>): Promise<T> {
    return this.#ports.store.tx(async (t) => {
      await t.lock(this.account, this.lease.epoch)
      return work(t)
    })
  }

  #seal(id: string, at: Batch['at']): void {
    if (this.#changes.length === 0) return
    this.#unsure.push({ id, at, epoch: this.lease.epoch, changes: this.#changes })
    this.#changes = []
  }

  /** Brings everything the store has not taken to the local file, in order. */
  async #spoolAll(): Promise<boolean> {
    try {
      for (const batch of this.#unsure) {
        if (this.#spooled.has(batch.id)) continue
        await this.#ports.spool.append(this.account, batch)
        this.#spooled.add(batch.id)
      }
      this.#isStuck = false
      return true
    } catch {
      this.#ports.observer.count('spool_failed')
      if (!this.#isStuck) this.#ports.observer.alarm(this.account, 'nothing_can_be_written', STUCK)
      this.#isStuck = true
      return false
    }
  }

  #tellTradesChanged(): void {
    const touched = this.#unsure.some((batch) =>
      batch.changes.some((change) => change.type === 'trade' || change.type === 'refusal' || change.type === 'lock'),
    )
    if (touched) this.#ports.observer.tradesChanged(this.userId)
  }
}

/**
 * Loads an account's day under a lease: makes the lease its owner, and brings in what was spooled while the store was
 * down. What an executor spooled that was replaced before this one came is told and left out: its successor went on from
 * the broker's books without it.
 */
export async function openLedger(ports: Ports, account: AccountId, lease: Lease, on: IstDate): Promise<Ledger> {
  const spooled = await ports.spool.read(account)
  const { userId, records, outdated } = await ports.store.tx(async (t) => {
    const row = await t.lock(account, lease.epoch)
    const outdated = await replay(ports, t, account, lease, spooled)
    return { userId: row.userId, records: await t.load(account, on), outdated }
  })
  // Each is a row of the journal; one alarm tells of them all.
  const [first] = outdated
  if (first !== undefined) {
    const more = outdated.length > 1 ? ` So were ${outdated.length - 1} batches more.` : ''
    ports.observer.alarm(account, SPOOL_OUTDATED, `${first}${more}`)
  }
  for (const epoch of new Set(spooled.map((batch) => batch.epoch))) await ports.spool.clear(account, epoch)
  return new Ledger(ports, account, userId, lease, new AccountState(on, records))
}

const SPOOL_OUTDATED = 'spool_outdated'

/** Writes what was spooled. Answers what was left out, in words; each is a row of the journal in its stead. */
async function replay(
  ports: Ports,
  t: Tx,
  account: AccountId,
  { epoch }: Lease,
  spooled: readonly Batch[],
): Promise<readonly string[]> {
  const outdated: string[] = []
  for (const batch of spooled) {
    if ((await t.write(account, batch)) === 'written') continue
    const text = `${batch.changes.length} changes of batch ${batch.id} were left out of the rows: they waited in the local file under epoch ${batch.epoch}, and a later executor went on without them.`
    const told = { type: 'alarm', code: SPOOL_OUTDATED, tradeId: null, text } as const
    await t.write(account, { id: `${batch.id}/outdated`, at: ports.clock.now(), epoch, changes: [told] })
    outdated.push(text)
  }
  return outdated
}
