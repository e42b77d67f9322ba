import type { Batch, Change } from '@strikewise/execution/store/account-changes.ts'
import type { Chooser } from '../chance/chooser.ts'

/** A row the store rejects is never taken, whatever number of times and beside whatever it is written. */
const CONSTRAINT = 'SQLSTATE 23514, simulated_check'

/** Rows that the store rejects without a rule of the schema, as an unforeseen constraint would. */
export class RejectedRows {
  readonly #chooser: Chooser
  readonly #seen = new Set<string>()
  readonly #rejected = new Set<Change>()
  readonly rejected: { readonly account: string; readonly change: Change }[] = []

  constructor(chooser: Chooser) {
    this.#chooser = chooser
  }

  /** Why the change cannot be written. Parts of a batch (`id/…`) are what the whole was. */
  readonly why = (account: string, { id, changes }: Batch, change: Change): string | undefined => {
    if (!id.includes('/') && !this.#seen.has(id)) {
      this.#seen.add(id)
      const way = this.#chooser.choose('row_rejected', account)
      // The first, the last, or one in the middle.
      const bad = [undefined, changes[0], changes.at(-1), changes[changes.length >> 1]][way]
      if (bad !== undefined && !this.#rejected.has(bad)) {
        this.#rejected.add(bad)
        this.rejected.push({ account, change: bad })
      }
    }
    return this.#rejected.has(change) ? CONSTRAINT : undefined
  }
}
