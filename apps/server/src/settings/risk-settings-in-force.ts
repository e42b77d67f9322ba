import { paiseFromRupees, rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { clockTimeOf, minuteOfClockTime } from '@strikewise/domain/time/clock-time.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { WEEKDAYS, type EntryHours } from '@strikewise/domain/trading/entry-hours.ts'
import type { DrawdownLimit } from '@strikewise/domain/trading/period-limits.ts'
import type { RiskLimits } from '@strikewise/domain/trading/user-limits.ts'
import type { EntryHoursSetting, RiskSettings, TradeSettingsReply } from '@strikewise/wire/account.ts'
import { accountLimitSettings, accountLimitsOf, completeAccountLimits } from './account-limits.ts'

/** The limits of a user with none left out. */
export type RiskSettingsInForce = TradeSettingsReply['risk']

/** A change with what it leaves out as it is now. */
export function completeRiskSettings(change: RiskSettings, known: RiskSettingsInForce): RiskSettingsInForce {
  const { entry_hours = known.entry_hours, ...limits } = change
  return { ...limits, entry_hours, ...completeAccountLimits(change, known) }
}

/** The limits as rules read them. `drawdown`: the limit in force; `today`: from when a new one counts. */
export function riskLimitsOf(
  settings: RiskSettingsInForce,
  drawdown: DrawdownLimit | null,
  today: IstDate,
): RiskLimits {
  return {
    capital: settings.capital === null ? null : paiseFromRupees(settings.capital),
    dailyLossCapPct: settings.daily_loss_cap_pct,
    maxEntriesPerSymbol: settings.max_entries_per_symbol,
    maxPositionsPerSymbol: settings.max_positions_per_symbol,
    coverManualShorts: settings.cover_manual_shorts,
    entryHours: entryHoursOf(settings.entry_hours),
    account: accountLimitsOf(settings, drawdown, today),
  }
}

/** The limits as the API shows them. */
export function riskSettingsOf(limits: RiskLimits): RiskSettingsInForce {
  return {
    capital: limits.capital === null ? null : rupeesFromPaise(limits.capital),
    daily_loss_cap_pct: limits.dailyLossCapPct,
    max_entries_per_symbol: limits.maxEntriesPerSymbol,
    max_positions_per_symbol: limits.maxPositionsPerSymbol,
    cover_manual_shorts: limits.coverManualShorts,
    entry_hours: entryHoursSetting(limits.entryHours),
    ...accountLimitSettings(limits.account),
  }
}

/** Entry hours as rules read them: each day once, in the order of the week. */
function entryHoursOf(setting: EntryHoursSetting | null): EntryHours | null {
  if (setting === null) return null
  return {
    days: WEEKDAYS.filter((day) => setting.days.includes(day)),
    fromMinute: minuteOfClockTime(setting.from),
    toMinute: minuteOfClockTime(setting.to),
  }
}

/** Entry hours as the API shows them. */
export function entryHoursSetting(hours: EntryHours | null): EntryHoursSetting | null {
  if (hours === null) return null
  return { days: [...hours.days], from: clockTimeOf(hours.fromMinute), to: clockTimeOf(hours.toMinute) }
}
