// @invariant flags-never-hold-exits
import * as z from 'zod'

/**
 * Optional features that an operator can roll out gradually, or switch off in an incident. Each adds something a user can do
 * without. What reduces risk has no flag and gets none: exits, stop-loss orders, the kill switch, approval of entries (without
 * it they are made unasked), warnings of a loss, readiness, reports, and what shows or removes what a user has.
 */
export const FEATURE_FLAGS = [
  /** Alerts that a user defines on prices, volatility and agents. Those on the own loss that exist go on. */
  'custom_alerts',
  /** Notifications of browsers. The bell, Telegram and mail go on. */
  'browser_notifications',
  /** Keys for programs: new ones, and reads with those that exist. Pauses and exits with a key go on. */
  'program_keys',
  /** Tickets for manual entries, and their quotes. */
  'manual_entries',
  /** Past sessions of option contracts, read from the stored chains. */
  'contract_history',
] as const
export type FeatureFlag = (typeof FEATURE_FLAGS)[number]

export const featureFlag = z.enum(FEATURE_FLAGS)

/** Seconds for which a process goes by the flags that it read last: the longest until a change holds everywhere. */
export const FLAGS_HOLD_WITHIN_S = 5
