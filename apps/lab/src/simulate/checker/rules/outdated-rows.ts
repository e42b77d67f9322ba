import type { Parts } from '../parts.ts'

/** Ids of rows that a batch leaves behind when it is set aside: they report it, and carry none of its changes. */
const REPORTS = /\/(outdated|rejected)$/

/**
 * I8: what waits in a local file is written only while no later executor has had the account: its successor went on from the
 * broker's books without it, so it would put the account back.
 */
export class OutdatedRows {
  readonly #parts: Parts
  /** Journal rows looked at so far, and the account's epoch then. */
  readonly #known = new Map<string, { rows: number; epoch: number }>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  look(): void {
    const { evidence, findings } = this.#parts
    for (const account of evidence.accounts) {
      const { journal, epoch } = evidence.store.account(account)
      let known = this.#known.get(account)
      if (known === undefined) this.#known.set(account, (known = { rows: 0, epoch }))
      for (; known.rows < journal.length; known.rows += 1) {
        const { batchId } = journal[known.rows]!
        if (REPORTS.test(batchId)) continue
        const spooledUnder = evidence.spools.epochOf(batchId.split('/')[0]!)
        // One transaction takes the account over and brings the file in: what counts is who had it before.
        if (spooledUnder !== undefined && spooledUnder < known.epoch)
          findings.add(
            'I8',
            account,
            `outdated ${batchId}`,
            `the batch ${batchId}, spooled under epoch ${spooledUnder}, was written after epoch ${known.epoch} had come`,
          )
      }
      known.epoch = epoch
    }
  }
}
