import { isLooserMaximum, isShorterWait, LOSING_STREAK } from '@strikewise/domain/trading/account-limits.ts'
import { isLooserProfitLock } from '@strikewise/domain/trading/profit-lock.ts'
import { allowsMoreHours } from '@strikewise/domain/trading/entry-hours.ts'
import type { StrategyEntry } from '@strikewise/wire/account.ts'
import { profitLockOf } from './account-limits.ts'
import { entryHoursOf, type RiskSettingsInForce } from './risk-settings-in-force.ts'

type Traded = Pick<StrategyEntry, 'symbol' | 'auto_execute' | 'lots' | 'sl_buffer' | 'tsl_enabled'>

/**
 * Whether new trade settings let more be traded or lost without being asked: a symbol armed, or for an armed symbol more
 * lots, a wider stop, or no trailing stop. Symbols that are not armed trade nothing.
 */
export function increasesTrading(before: readonly Traded[], requested: readonly Traded[]): boolean {
  return requested
    .filter((row) => row.auto_execute)
    .some((row) => {
      const known = before.find(({ symbol }) => symbol === row.symbol)
      return (
        known?.auto_execute !== true ||
        row.lots > known.lots ||
        row.sl_buffer > known.sl_buffer ||
        (known.tsl_enabled && !row.tsl_enabled)
      )
    })
}

const isHigher = (requested: number, known: number) => requested > known

/** Whether a change of each limit lets more be lost or traded; a limit without an entry here does not compile. */
const INCREASES: {
  readonly [K in keyof RiskSettingsInForce]: (
    requested: RiskSettingsInForce[K],
    known: RiskSettingsInForce[K],
  ) => boolean
} = {
  // A capital that was or becomes unknown cannot be compared.
  capital: (requested, known) => requested !== known && (requested === null || known === null || requested > known),
  daily_loss_cap_pct: isHigher,
  max_entries_per_symbol: isHigher,
  max_positions_per_symbol: isHigher,
  // It buys without being asked.
  cover_manual_shorts: (requested, known) => requested && !known,
  entry_hours: (requested, known) => allowsMoreHours(entryHoursOf(requested), entryHoursOf(known)),
  max_trades_per_day: isLooserMaximum,
  pause_after_loss_minutes: isShorterWait,
  // None set is as many as for everyone.
  max_losses_in_row: (requested, known) => (requested ?? LOSING_STREAK) > (known ?? LOSING_STREAK),
  weekly_loss_limit: isLooserMaximum,
  drawdown_limit: isLooserMaximum,
  profit_lock: (requested, known) => isLooserProfitLock(profitLockOf(requested), profitLockOf(known)),
}

/** Whether any limit would let more be lost or traded. */
export function increasesRisk(requested: RiskSettingsInForce, known: RiskSettingsInForce): boolean {
  const increases = <K extends keyof RiskSettingsInForce>(limit: K) => INCREASES[limit](requested[limit], known[limit])
  return (Object.keys(INCREASES) as (keyof RiskSettingsInForce)[]).some((limit) => increases(limit))
}
