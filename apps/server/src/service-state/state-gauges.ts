/** What the web role reads of the whole service at each request for metrics: the names of the labels and a line of help. */
export const STATE_GAUGES = {
  store_up: [[], '1 while the store answers within 3 s'],
  store_answer_seconds: [[], 'Time the store took to answer a statement without work'],
  lease_held: [['lease'], '1 while a process holds the lease; trader: while every shard has an executor'],
  lease_epoch: [['lease'], 'Number of holders the lease has had; trader: of the shard with the most'],
  executors: [[], 'Executors that share the accounts'],
  session_open: [[], '1 while the indices are quoted'],
  feed_connected: [[], '1 while the market data feed is connected'],
  feed_silent_seconds: [[], 'Market seconds since the last tick of the session; 0 outside it'],
  decision_age_seconds: [['symbol'], 'Market seconds since the newest decision of the session; 0 outside it'],
  intents_in_doubt: [[], 'Orders of open trades whose answer is not known'],
  intents_in_doubt_oldest_seconds: [[], 'Age of the oldest of them in market seconds; 0 without one'],
  outbox_waiting: [['outbox'], 'Messages that are not sent yet'],
  outbox_oldest_seconds: [
    ['outbox'],
    'For how long the oldest mail has waited, or the oldest other message has been due; 0 without one',
  ],
  audit_findings_today: [['code'], 'Findings of the auditor on this day, by code'],
  chain_history_failed_days: [[], 'Recorded days whose option chains could not be stored yet'],
  data_disk_size_bytes: [[], 'Size of the disk that the data folder is on'],
  data_disk_free_bytes: [[], 'What this process may still write there'],
  role_silent_seconds: [['role'], 'Seconds since a process of the role reported that it runs'],
} as const satisfies Readonly<Record<string, readonly [labels: readonly string[], help: string]>>

export type StateGauge = keyof typeof STATE_GAUGES

/** One value of the service's state. */
export interface StateValue {
  readonly name: StateGauge
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}
