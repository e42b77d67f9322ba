import { clockTimeOf, minuteOfClockTime } from '@strikewise/domain/time/clock-time.ts'
import { WEEKDAYS, type EntryHours } from '@strikewise/domain/trading/entry-hours.ts'
import type { EntryHoursSetting, RiskSettings, TradeSettingsReply } from '@strikewise/wire/account.ts'
import { completeAccountLimits } from './account-limits.ts'

/** The limits of a user with none left out. */
export type RiskSettingsInForce = TradeSettingsReply['risk']

/** A change with what it leaves out as it is now. */
export function completeRiskSettings(change: RiskSettings, known: RiskSettingsInForce): RiskSettingsInForce {
  const { entry_hours = known.entry_hours, ...limits } = change
  return { ...limits, entry_hours, ...completeAccountLimits(change, known) }
}

/** Entry hours as rules read them: each day once, in the order of the week. */
export function entryHoursOf(setting: EntryHoursSetting | null): EntryHours | null {
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
