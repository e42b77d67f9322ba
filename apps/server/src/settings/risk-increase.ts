import type { RiskSettings, StrategyEntry } from '@strikewise/wire/account.ts'

type Traded = Pick<StrategyEntry, 'symbol' | 'auto_execute' | 'lots' | 'sl_buffer' | 'tsl_enabled'>

/**
 * Whether new trade settings let more be traded or lost without being asked: a symbol armed, or for an armed symbol more
 * lots, a wider stop, or no trailing stop. Symbols that are not armed trade nothing.
 */
export function increasesTrading(before: readonly Traded[], wanted: readonly Traded[]): boolean {
  return wanted
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

/** Whether any limit would let more be lost or traded. A capital that was or becomes unknown cannot be compared. */
export function increasesRisk(wanted: RiskSettings, known: RiskSettings): boolean {
  return (
    wanted.max_entries_per_symbol > known.max_entries_per_symbol ||
    wanted.max_positions_per_symbol > known.max_positions_per_symbol ||
    wanted.daily_loss_cap_pct > known.daily_loss_cap_pct ||
    (wanted.capital !== known.capital &&
      (wanted.capital === null || known.capital === null || wanted.capital > known.capital))
  )
}
