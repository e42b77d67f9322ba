/**
 * Everything that the core counts, with the names of its labels. Their values come from closed sets, so the number of
 * series is bounded. An alert may name these alone (deploy/prometheus/alerts.yaml).
 */
export const CORE_COUNTERS = {
  books_older_than_known: [],
  broker_answers: ['type'],
  broker_calls: ['kind', 'call'],
  broker_reads_failed: ['kind', 'code'],
  day_locked: ['reason'],
  entries_refused: ['code'],
  entry_claim_failed: [],
  hints_shed: [],
  invariant_broken: ['code'],
  lease_failed: [],
  lease_release_failed: [],
  note_rejected: [],
  offline_journal_failed: [],
  order_contradicts: [],
  position_unexplained: [],
  positions_without_order: [],
  rows_ahead_of_time: [],
  rows_not_read: [],
  rows_rejected: ['type'],
  store_commit_failed: [],
  trade_events: ['type'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type CounterName = keyof typeof CORE_COUNTERS
