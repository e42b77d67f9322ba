import type { PreviousStore } from './requests.ts'

/** Tables, columns and fields of answers that migrations after the baseline gave another name. */
const NAMES: Readonly<Record<string, string>> = {
  stop_switches: 'kill_switches',
  stop_changes: 'kill_switch_changes',
  told_stops: 'stop_notifications',
  trade_notes: 'trade_notifications',
  alert_marks: 'alert_cursors',
  record_entries: 'public_log_entries',
  record_roots: 'public_log_roots',
  told_at: 'notified_at',
  mark: 'cursor',
  looks: 'checks',
  looked_at: 'checked_at',
  telegram_dead_at: 'telegram_unreachable_at',
  soldByHand: 'manualExitQuantity',
  sold_by_hand: 'manual_exit_quantity',
  frozen: 'entrySettings',
  by_hand: 'is_manual',
}
/** Exit reasons and rejections that have another name since. */
const REASONS: Readonly<Record<string, string>> = { by_hand: 'manual', token_dead: 'token_expired' }
const COMPONENTS: Readonly<Record<string, string>> = { courier: 'notifier', record: 'public_log' }
/** History, whose rows are insert-only and mostly hashed: no migration changes a name in them. */
const HISTORY: ReadonlySet<string> = new Set([
  'account_journal',
  'daily_reports',
  'decisions',
  'public_log_entries',
  'operator_actions',
])

/** The same value under the names of this version, rows of history apart. */
export function underCurrentNames(value: unknown): unknown {
  if (typeof value === 'string') return REASONS[value] ?? value
  if (Array.isArray(value)) return value.map(underCurrentNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = NAMES[key] ?? key
      return [name, HISTORY.has(name) ? item : name === 'part' ? (COMPONENTS[item] ?? item) : underCurrentNames(item)]
    }),
  )
}

/** The rows of a previous version's tables under the names of this one. */
export function tablesUnderCurrentNames({ tables }: PreviousStore): PreviousStore['tables'] {
  return underCurrentNames(tables) as PreviousStore['tables']
}
