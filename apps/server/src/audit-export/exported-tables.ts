import { PERSONAL_TABLES } from '../data-rights/personal-tables.ts'

/** Which rows of a table are of a range of days: by an instant, a day, or all of them where rows have neither. */
export type RowTime =
  | { readonly kind: 'instant' | 'epoch_ms' | 'day'; readonly column: string }
  | { readonly kind: 'all' }

export interface ExportedTable {
  readonly table: string
  readonly time: RowTime
  /** Columns that never leave: secrets, and digests of secrets. */
  readonly hidden: readonly string[]
}

const instant = (column: string): RowTime => ({ kind: 'instant', column })
const epochMs = (column: string): RowTime => ({ kind: 'epoch_ms', column })
const day = (column: string): RowTime => ({ kind: 'day', column })
const ALL: RowTime = { kind: 'all' }

const TIMES: Readonly<Record<string, RowTime>> = {
  // Trading: what was decided, asked, ordered and filled, and what limited it.
  account_journal: epochMs('at'),
  execution_accounts: ALL,
  trades: day('on_day'),
  intents: epochMs('created_at'),
  broker_orders: day('on_day'),
  fills: day('on_day'),
  trade_instructions: epochMs('at'),
  entry_tickets: day('on_day'),
  entry_approvals: epochMs('at'),
  entry_refusals: day('on_day'),
  day_locks: day('on_day'),
  day_peaks: day('on_day'),
  daily_results: day('on_day'),
  foreign_trade_days: day('on_day'),
  kill_switch_changes: instant('at'),
  public_log_anchors: day('day'),
  public_log_time_stamps: day('day'),
  flatten_requests: epochMs('asked_at'),
  flatten_confirmations: epochMs('at'),
  flatten_completions: epochMs('at'),
  flatten_exits: ALL,
  operator_approval_requests: epochMs('asked_at'),
  operator_approval_decisions: epochMs('at'),
  exceptions: day('on_day'),
  exception_steps: epochMs('at'),
  audit_findings: day('on_day'),
  registered_logic: ALL,
  registered_trials: epochMs('filed_at'),
  registered_trial_results: epochMs('filed_at'),
  weights_changes: epochMs('decided_at'),
  weights_evidence: epochMs('filed_at'),
  // Clients: who they are, what they agreed to, what they paid.
  identity_users: ALL,
  profiles: ALL,
  consents: instant('at'),
  erasures: instant('asked_at'),
  checkouts: instant('created_at'),
  payments: instant('paid_at'),
  refunds: instant('asked_at'),
  receipts: instant('starts_at'),
  program_key_events: instant('at'),
  // Communications.
  notices: instant('created_at'),
  outbox: instant('created_at'),
  chat_outbox: instant('due_at'),
  push_outbox: instant('due_at'),
  trade_notifications: epochMs('at'),
  support_tickets: instant('at'),
  support_messages: instant('at'),
  daily_reports: day('on_day'),
  incident_notes: instant('at'),
  incidents: instant('opened_at'),
  incident_updates: instant('at'),
  announcements: epochMs('created_at'),
  announcement_dismissals: epochMs('at'),
  announcement_reads: epochMs('at'),
  complaints: day('received_on'),
  // What operators did.
  operator_actions: instant('at'),
  feature_flags: ALL,
}

/** The text of a mail may hold a link that opens an account; it goes with the last attempt to send it. */
const HIDDEN: Readonly<Record<string, readonly string[]>> = { outbox: ['body', 'html'] }

/** Tables of an audit export, one folder each. */
export const EXPORTED_TABLES: readonly ExportedTable[] = Object.entries(TIMES).map(([table, time]) => ({
  table,
  time,
  hidden: [...(PERSONAL_TABLES.find((one) => one.table === table)?.hidden ?? []), ...(HIDDEN[table] ?? [])],
}))

const SECRETS = 'secrets, or digests of secrets'
const SETTINGS = 'settings as they are now; the journal has those of each trade'
const PASSING = 'state that passes, of no history'
const MARKET = 'market data'

/** Tables that no audit export has, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  public_log_entries: 'exported by the day, as the public record',
  public_log_roots: 'exported by the day, as the public record',
  decisions: 'the public record has every decision',
  weights_artefacts: 'each is a public file, whose hash the changes name',
  broker_links: SECRETS,
  broker_login_states: SECRETS,
  chat_codes: SECRETS,
  chat_questions: SECRETS,
  data_keys: SECRETS,
  ended_sessions: SECRETS,
  feed_session: SECRETS,
  identity_accounts: SECRETS,
  identity_sessions: SECRETS,
  identity_two_factors: SECRETS,
  identity_verifications: SECRETS,
  program_keys: SECRETS,
  push_subscriptions: SECRETS,
  sign_ups: SECRETS,
  vapid_keys: SECRETS,
  alert_switches: SETTINGS,
  custom_alerts: SETTINGS,
  kill_switches: SETTINGS,
  listings: SETTINGS,
  nominees: SETTINGS,
  pending_settings: SETTINGS,
  quiet_hours: SETTINGS,
  risk_settings: SETTINGS,
  strategies: SETTINGS,
  trade_settings: SETTINGS,
  account_changes: PASSING,
  agent_directions: PASSING,
  alert_cursors: PASSING,
  idempotency_keys: PASSING,
  kysely_migration: PASSING,
  kysely_migration_lock: PASSING,
  leases: PASSING,
  process_health: PASSING,
  rate_buckets: PASSING,
  sign_in_failures: PASSING,
  status_days: PASSING,
  stop_notifications: PASSING,
  chain_history_days: MARKET,
  chain_history_failures: MARKET,
  chain_history_retention: MARKET,
  daily_volatility: MARKET,
  flow_cash: MARKET,
  flow_positions: MARKET,
  index_days: MARKET,
}
