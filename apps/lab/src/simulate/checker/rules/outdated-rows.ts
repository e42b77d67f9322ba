import type { CheckerContext } from '../checker-context.ts'

/** Ids of rows that a batch leaves behind when it is set aside: they report it, and carry none of its changes. */
const REPORTS = /\/(outdated|rejected)$/

/**
 * I5, I8: what an executor knew, in its memory or in its local file, is written only while no later one has had the account:
 * its successor went on from the broker's books without it, so it would put the account back.
 */
export class OutdatedRows {
  readonly #context: CheckerContext
  /** Journal rows read so far, and the account's epoch then. */
  readonly #known = new Map<string, { rows: number; epoch: number }>()

  constructor(context: CheckerContext) {
    this.#context = context
    const { accounts, store } = context.observations
    for (const account of accounts) this.#known.set(account, { rows: 0, epoch: store.account(account).epoch })
  }

  /** `committed`: accounts whose rows may have changed. */
  check(committed: ReadonlySet<string>): void {
    const { observations, findings } = this.#context
    for (const account of committed) {
      const { journal, epoch } = observations.store.account(account)
      const known = this.#known.getOrInsertComputed(account, () => ({ rows: 0, epoch }))
      known.rows = Math.min(known.rows, journal.length)
      for (; known.rows < journal.length; known.rows += 1) {
        const { batchId, epoch: writtenUnder } = journal[known.rows]!
        if (REPORTS.test(batchId)) continue
        const under = Math.min(
          writtenUnder,
          observations.offlineJournals.epochOf(batchId.split('/')[0]!) ?? writtenUnder,
        )
        // One transaction takes the account over and brings the file in: what counts is who had it before.
        if (under < known.epoch)
          findings.add(
            'I8',
            account,
            `outdated ${batchId}`,
            `the batch ${batchId} of epoch ${under} was written after epoch ${known.epoch} had come`,
          )
      }
      known.epoch = epoch
    }
  }
}
