import { paiseFromRupees, rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import type { AccountLimits } from '@strikewise/domain/trading/account-limits.ts'
import type { ProfitLock } from '@strikewise/domain/trading/profit-lock.ts'
import type { AccountLimitSettings } from '@strikewise/wire/account-limits.ts'

/** The limits over all indices as rules read them. */
export function accountLimitsOf(settings: AccountLimitSettings): AccountLimits {
  return {
    tradesPerDay: settings.max_trades_per_day,
    lossPauseMinutes: settings.pause_after_loss_minutes,
    lossesInRow: settings.max_losses_in_row,
    profitLock: profitLockOf(settings.profit_lock),
  }
}

/** A profit lock as rules read it. */
export function profitLockOf(setting: AccountLimitSettings['profit_lock']): ProfitLock | null {
  return setting && { from: paiseFromRupees(setting.from), keepPct: setting.keep_pct }
}

/** The limits over all indices as the API shows them. */
export function accountLimitSettings(limits: AccountLimits): AccountLimitSettings {
  return {
    max_trades_per_day: limits.tradesPerDay,
    pause_after_loss_minutes: limits.lossPauseMinutes,
    max_losses_in_row: limits.lossesInRow,
    profit_lock: limits.profitLock && {
      from: rupeesFromPaise(limits.profitLock.from),
      keep_pct: limits.profitLock.keepPct,
    },
  }
}

/** A change of these limits with what it leaves out as it is now. */
export function completeAccountLimits(
  change: { readonly [K in keyof AccountLimitSettings]?: AccountLimitSettings[K] | undefined },
  known: AccountLimitSettings,
): AccountLimitSettings {
  const {
    max_trades_per_day = known.max_trades_per_day,
    pause_after_loss_minutes = known.pause_after_loss_minutes,
    max_losses_in_row = known.max_losses_in_row,
    profit_lock = known.profit_lock,
  } = change
  return { max_trades_per_day, pause_after_loss_minutes, max_losses_in_row, profit_lock }
}
