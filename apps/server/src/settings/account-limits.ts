import type { AccountLimits } from '@strikewise/domain/trading/account-limits.ts'
import type { AccountLimitSettings } from '@strikewise/wire/account-limits.ts'

/** The limits over all indices as rules read them. */
export function accountLimitsOf({ max_trades_per_day }: AccountLimitSettings): AccountLimits {
  return { tradesPerDay: max_trades_per_day }
}

/** The limits over all indices as the API shows them. */
export function accountLimitSettings({ tradesPerDay }: AccountLimits): AccountLimitSettings {
  return { max_trades_per_day: tradesPerDay }
}

/** A change of these limits with what it leaves out as it is now. */
export function completeAccountLimits(
  change: Partial<AccountLimitSettings>,
  known: AccountLimitSettings,
): AccountLimitSettings {
  const { max_trades_per_day = known.max_trades_per_day } = change
  return { max_trades_per_day }
}
