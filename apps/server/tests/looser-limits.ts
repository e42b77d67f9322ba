/** All limits of an account, as a user saves them. */
export const LIMITS = {
  capital: 200_000,
  daily_loss_cap_pct: 3,
  max_entries_per_symbol: 3,
  max_positions_per_symbol: 2,
  cover_manual_shorts: false,
  entry_hours: { days: ['mon', 'fri'], from: '10:00', to: '12:30' },
  max_trades_per_day: 4,
  pause_after_loss_minutes: 30,
  max_losses_in_row: 2,
  profit_lock: { from: 2_000, keep_pct: 50 },
  weekly_loss_limit: 5_000,
  drawdown_limit: 8_000,
}

/** The same with each of them looser. */
export const LOOSER_LIMITS = {
  capital: 300_000,
  daily_loss_cap_pct: 4,
  max_entries_per_symbol: 4,
  max_positions_per_symbol: 3,
  cover_manual_shorts: true,
  entry_hours: null,
  max_trades_per_day: 5,
  pause_after_loss_minutes: null,
  max_losses_in_row: 3,
  profit_lock: { from: 4_000, keep_pct: 40 },
  weekly_loss_limit: null,
  drawdown_limit: 9_000,
}
