// @invariant bounded-queues Every queue, cache and retry has a limit and reports what it drops.
/** Everything of the core that can pile up (reliability guide I16), in accounts and executors. */
export const HIGH_WATER_MARKS = [
  /** Hints and answers that wait for one account's next turn. */
  'mail',
  /** Decisions that wait to become trades of one account. */
  'entry_candidates',
  /** Decisions kept, of one index, to steer an account's trades by. */
  'decisions',
  /** Contracts one account is woken by. */
  'watched_contracts',
  /** Order calls of one account without an answer yet. */
  'calls_under_way',
  /** Batches of one account that the store has not taken. */
  'unwritten_batches',
  /** Notes to one account's user that the store has not taken. */
  'unwritten_notifications',
  /** Decisions kept for accounts that begin after them. */
  'recent_decisions',
  /** Accounts that wait to claim an entry. */
  'claims_waiting',
  /** Accounts that wait to write. */
  'writings_waiting',
  /** Entries on their way to the broker. */
  'entries_leaving',
  /** Entries that wait to leave. */
  'entries_waiting',
] as const

export type HighWaterMarkName = (typeof HIGH_WATER_MARKS)[number]

/** How full each queue, cache and buffer of one executor has been at the most: what shows that its limit holds. */
export class HighWaterMarks {
  readonly #max = Object.fromEntries(HIGH_WATER_MARKS.map((name) => [name, 0])) as Record<HighWaterMarkName, number>

  /** Notes that so much was in it. */
  record(name: HighWaterMarkName, count: number): void {
    if (count > this.#max[name]) this.#max[name] = count
  }

  /** The most that was ever in each. */
  get max(): Readonly<Record<HighWaterMarkName, number>> {
    return this.#max
  }
}
