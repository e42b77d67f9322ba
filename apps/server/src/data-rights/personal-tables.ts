// @invariant personal-tables Every table with rows of a user is exported, and on erasure deleted, scrubbed or kept
//   as history.
/** What the store holds about one user, table by table. */
export interface PersonalTable {
  readonly table: string
  /** The column that shows whose row it is. */
  readonly owner: string
  /** Where the owner is named by another table: `owner` refers to its `key`, and its `owner` is the user. */
  readonly through?: { readonly table: string; readonly key: string; readonly owner: string }
  /** Columns that never leave: secrets, and digests of secrets. */
  readonly hidden?: readonly string[]
  /**
   * `delete`: the rows go. `keep`: they are history that must stay verifiable, of an id that is no user's any more.
   * `scrub`: the row stays as what other rows refer to, and loses what names a person.
   */
  readonly onErasure: 'delete' | 'keep' | 'scrub'
}

/**
 * Every table with rows of a user, in an order in which rows can go. The export reads all of them and an erasure goes through
 * all of them; a test compares the list with the store's own catalogue, so that a new table cannot be forgotten.
 */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  { table: 'identity_users', owner: 'id', onErasure: 'scrub' },
  { table: 'identity_sessions', owner: 'userId', hidden: ['token'], onErasure: 'delete' },
  { table: 'ended_sessions', owner: 'user_id', hidden: ['digest'], onErasure: 'delete' },
  {
    table: 'identity_accounts',
    owner: 'userId',
    hidden: ['password', 'accessToken', 'refreshToken', 'idToken'],
    onErasure: 'delete',
  },
  { table: 'identity_two_factors', owner: 'userId', hidden: ['secret', 'backupCodes'], onErasure: 'delete' },
  { table: 'profiles', owner: 'user_id', onErasure: 'scrub' },
  { table: 'consents', owner: 'user_id', onErasure: 'keep' },
  { table: 'checkouts', owner: 'user_id', hidden: ['url'], onErasure: 'keep' },
  { table: 'payments', owner: 'user_id', onErasure: 'keep' },
  { table: 'refunds', owner: 'user_id', onErasure: 'keep' },
  {
    table: 'receipts',
    owner: 'payment_id',
    through: { table: 'payments', key: 'id', owner: 'user_id' },
    onErasure: 'keep',
  },
  {
    table: 'broker_links',
    owner: 'user_id',
    hidden: ['api_key', 'api_secret', 'access_token', 'exit_token'],
    onErasure: 'delete',
  },
  { table: 'program_keys', owner: 'user_id', hidden: ['digest'], onErasure: 'delete' },
  { table: 'program_key_events', owner: 'user_id', onErasure: 'keep' },
  { table: 'broker_login_states', owner: 'user_id', hidden: ['digest', 'session_id'], onErasure: 'delete' },
  { table: 'strategies', owner: 'user_id', onErasure: 'delete' },
  { table: 'trade_settings', owner: 'user_id', onErasure: 'delete' },
  { table: 'risk_settings', owner: 'user_id', onErasure: 'delete' },
  { table: 'pending_settings', owner: 'user_id', onErasure: 'delete' },
  { table: 'kill_switches', owner: 'scope', onErasure: 'keep' },
  { table: 'kill_switch_changes', owner: 'scope', onErasure: 'keep' },
  { table: 'idempotency_keys', owner: 'user_id', onErasure: 'delete' },
  { table: 'chat_outbox', owner: 'user_id', onErasure: 'delete' },
  { table: 'push_outbox', owner: 'user_id', onErasure: 'delete' },
  {
    table: 'push_subscriptions',
    owner: 'user_id',
    hidden: ['endpoint', 'p256dh', 'auth'],
    onErasure: 'delete',
  },
  { table: 'notices', owner: 'user_id', onErasure: 'delete' },
  { table: 'chat_codes', owner: 'user_id', hidden: ['digest'], onErasure: 'delete' },
  { table: 'chat_questions', owner: 'user_id', hidden: ['digest'], onErasure: 'delete' },
  { table: 'account_changes', owner: 'user_id', onErasure: 'delete' },
  { table: 'alert_switches', owner: 'user_id', onErasure: 'delete' },
  { table: 'quiet_hours', owner: 'user_id', onErasure: 'delete' },
  { table: 'custom_alerts', owner: 'user_id', onErasure: 'delete' },
  { table: 'trade_notifications', owner: 'user_id', onErasure: 'delete' },
  { table: 'support_messages', owner: 'user_id', onErasure: 'delete' },
  { table: 'operator_actions', owner: 'user_id', onErasure: 'keep' },
  { table: 'support_tickets', owner: 'user_id', onErasure: 'delete' },
  { table: 'listings', owner: 'user_id', onErasure: 'delete' },
  { table: 'announcement_dismissals', owner: 'user_id', onErasure: 'delete' },
  { table: 'announcement_reads', owner: 'user_id', onErasure: 'delete' },
  { table: 'nominees', owner: 'user_id', onErasure: 'delete' },
  { table: 'erasures', owner: 'user_id', onErasure: 'keep' },
  { table: 'daily_reports', owner: 'user_id', onErasure: 'keep' },
  { table: 'execution_accounts', owner: 'account_id', onErasure: 'keep' },
  { table: 'trades', owner: 'account_id', onErasure: 'keep' },
  { table: 'intents', owner: 'account_id', onErasure: 'keep' },
  { table: 'broker_orders', owner: 'account_id', onErasure: 'keep' },
  { table: 'fills', owner: 'account_id', onErasure: 'keep' },
  { table: 'trade_instructions', owner: 'user_id', onErasure: 'keep' },
  { table: 'flatten_requests', owner: 'user_id', onErasure: 'keep' },
  { table: 'flatten_exits', owner: 'user_id', onErasure: 'keep' },
  { table: 'operator_approval_requests', owner: 'user_id', onErasure: 'keep' },
  { table: 'exceptions', owner: 'account_id', onErasure: 'keep' },
  { table: 'entry_tickets', owner: 'user_id', onErasure: 'keep' },
  { table: 'entry_approvals', owner: 'user_id', onErasure: 'keep' },
  { table: 'entry_refusals', owner: 'account_id', onErasure: 'keep' },
  { table: 'day_locks', owner: 'account_id', onErasure: 'keep' },
  { table: 'day_peaks', owner: 'account_id', onErasure: 'keep' },
  { table: 'foreign_trade_days', owner: 'account_id', onErasure: 'keep' },
  { table: 'daily_results', owner: 'account_id', onErasure: 'keep' },
  { table: 'account_journal', owner: 'account_id', onErasure: 'keep' },
  { table: 'audit_findings', owner: 'account_id', onErasure: 'keep' },
]
