// @invariant stored-intent
import type { Ports, AccountId } from '../ports.ts'
import type { Batch } from '../store/account-changes.ts'
import { knownRows } from './known-rows.ts'
import type { AccountState } from './state.ts'

/** Brings to the local file what the store has not taken, each batch once, with the rows of the trades that it is about. */
export class OfflineJournalWriter {
  readonly #ports: Pick<Ports, 'offlineJournal' | 'observer'>
  readonly #account: AccountId
  readonly #written = new Set<string>()
  /** Trades whose rows lie in the file. */
  readonly #known = new Set<string>()
  #isBlocked = false

  constructor(ports: Pick<Ports, 'offlineJournal' | 'observer'>, account: AccountId) {
    this.#ports = ports
    this.#account = account
  }

  /** Whether the file did not take the last writing. */
  get isBlocked(): boolean {
    return this.#isBlocked
  }

  has(batchId: string): boolean {
    return this.#written.has(batchId)
  }

  /**
   * Writes the batches that are not there yet, in order. False when the file does not take one. `journalSeq`: as in
   * `KnownRows`.
   */
  async append(batches: readonly Batch[], state: AccountState, journalSeq: number | null): Promise<boolean> {
    const { offlineJournal, observer } = this.#ports
    try {
      for (const batch of batches) {
        if (this.#written.has(batch.id)) continue
        const changes = knownRows(state, batch, this.#known)
        const known = { on: state.on, journalSeq, changes }
        await offlineJournal.append(this.#account, changes.length === 0 ? batch : { ...batch, known })
        this.#written.add(batch.id)
        for (const change of changes) if (change.type === 'trade') this.#known.add(change.trade.id)
      }
      this.#isBlocked = false
      return true
    } catch {
      observer.count('offline_journal_failed')
      if (!this.#isBlocked) observer.alarm(this.#account, { code: 'alarm.nothing_can_be_written' })
      this.#isBlocked = true
      return false
    }
  }

  /** Takes away what was written under `epoch`: the store has it. */
  async clear(epoch: number): Promise<void> {
    if (this.#written.size === 0) return
    this.#written.clear()
    this.#known.clear()
    await this.#ports.offlineJournal
      .clear(this.#account, epoch)
      .catch(() => this.#ports.observer.count('offline_journal_failed'))
  }
}
