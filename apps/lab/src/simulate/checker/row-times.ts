import type { Evidence } from './evidence.ts'

/** When the rows of each account's journal came to stand there, in the time that really passed: they are dated by clocks. */
export class RowTimes {
  readonly #evidence: Evidence
  readonly #times = new Map<string, number[]>()

  constructor(evidence: Evidence) {
    this.#evidence = evidence
  }

  /** To be called after every event. */
  look(now: number): void {
    const { accounts, store } = this.#evidence
    for (const account of accounts) {
      const times = this.#of(account)
      const { length } = store.account(account).journal
      while (times.length < length) times.push(now)
    }
  }

  /** By the place in the journal. */
  of(account: string): readonly number[] {
    return this.#of(account)
  }

  #of(account: string): number[] {
    return this.#times.getOrInsertComputed(account, () => [])
  }
}
