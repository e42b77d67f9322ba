import { paiseFromRupees, rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { drawdownSince, type DrawdownLimit } from '@strikewise/domain/trading/period-limits.ts'
import type { AccountLimits } from '@strikewise/domain/trading/account-limits.ts'
import type { ProfitLock } from '@strikewise/domain/trading/profit-lock.ts'
import type { AccountLimitSettings } from '@strikewise/wire/account-limits.ts'

/** The limits over all indices as rules read them. `known`: the drawdown limit that holds now; `today`: from when a new one counts. */
export function accountLimitsOf(
  settings: AccountLimitSettings,
  known: DrawdownLimit | null,
  today: IstDate,
): AccountLimits {
  return {
    tradesPerDay: settings.max_trades_per_day,
    lossPauseMinutes: settings.pause_after_loss_minutes,
    lossesInRow: settings.max_losses_in_row,
    profitLock: profitLockOf(settings.profit_lock),
    weeklyLoss: paiseOrNone(settings.weekly_loss_limit),
    drawdown:
      settings.drawdown_limit === null ? null : drawdownSince(paiseFromRupees(settings.drawdown_limit), known, today),
  }
}

const paiseOrNone = (rupees: number | null) => (rupees === null ? null : paiseFromRupees(rupees))

export function rupeesOrNone(paise: Paise | null): number | null {
  return paise === null ? null : rupeesFromPaise(paise)
}

/** A profit lock as rules read it. */
function profitLockOf(setting: AccountLimitSettings['profit_lock']): ProfitLock | null {
  return setting && { from: paiseFromRupees(setting.from), keepPct: setting.keep_pct }
}

/** A profit lock as the API shows it. */
export function profitLockSetting(lock: ProfitLock | null): AccountLimitSettings['profit_lock'] {
  return lock && { from: rupeesFromPaise(lock.from), keep_pct: lock.keepPct }
}

/** The limits over all indices as the API shows them. */
export function accountLimitSettings(limits: AccountLimits): AccountLimitSettings {
  return {
    max_trades_per_day: limits.tradesPerDay,
    pause_after_loss_minutes: limits.lossPauseMinutes,
    max_losses_in_row: limits.lossesInRow,
    profit_lock: profitLockSetting(limits.profitLock),
    weekly_loss_limit: rupeesOrNone(limits.weeklyLoss),
    drawdown_limit: rupeesOrNone(limits.drawdown?.limit ?? null),
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
    weekly_loss_limit = known.weekly_loss_limit,
    drawdown_limit = known.drawdown_limit,
  } = change
  return {
    max_trades_per_day,
    pause_after_loss_minutes,
    max_losses_in_row,
    profit_lock,
    weekly_loss_limit,
    drawdown_limit,
  }
}
