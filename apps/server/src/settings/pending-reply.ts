import { istIso } from '@strikewise/domain/time/ist.ts'
import type { StrategySetting } from '@strikewise/domain/trading/pending-settings.ts'
import type { LimitSettings } from '@strikewise/domain/trading/limit-settings.ts'
import type { PendingSettingReply, SettingName } from '@strikewise/wire/account.ts'
import { profitLockSetting, rupeesOrNone } from './account-limits.ts'
import type { PendingSetting, SettingKey } from './pending-settings.ts'
import { entryHoursSetting } from './risk-settings-in-force.ts'

/** The API's name of each setting. */
const NAMES: Readonly<Record<keyof LimitSettings | StrategySetting, SettingName>> = {
  capital: 'capital',
  dailyLossCapPct: 'daily_loss_cap_pct',
  maxEntriesPerSymbol: 'max_entries_per_symbol',
  maxPositionsPerSymbol: 'max_positions_per_symbol',
  coverManualShorts: 'cover_manual_shorts',
  entryHours: 'entry_hours',
  tradesPerDay: 'max_trades_per_day',
  lossPauseMinutes: 'pause_after_loss_minutes',
  lossesInRow: 'max_losses_in_row',
  profitLock: 'profit_lock',
  weeklyLoss: 'weekly_loss_limit',
  drawdown: 'drawdown_limit',
  lots: 'lots',
  autoExecute: 'auto_execute',
  approvalSeconds: 'approval_seconds',
  trailing: 'tsl_enabled',
  slBuffer: 'sl_buffer',
}

/** A value that waits, as the API shows it. */
export function pendingReplyOf(pending: PendingSetting): PendingSettingReply {
  return {
    setting: NAMES[pending.setting],
    symbol: pending.symbol,
    value: wireValue(pending),
    effective_at: istIso(pending.effectiveAt),
    asked_at: istIso(pending.askedAt),
  }
}

/** The key of what the API calls `setting`, of one index or of the account. */
export function settingKeyOf(name: SettingName, symbol: SettingKey['symbol']): SettingKey {
  const [setting] = Object.entries(NAMES).find(([, wireName]) => wireName === name)!
  return { setting, symbol } as SettingKey
}

function wireValue(pending: PendingSetting): PendingSettingReply['value'] {
  const { setting, value } = pending
  if (setting === 'capital' || setting === 'weeklyLoss') return rupeesOrNone(value)
  if (setting === 'drawdown') return rupeesOrNone(value?.limit ?? null)
  if (setting === 'profitLock') return profitLockSetting(value)
  return setting === 'entryHours' ? entryHoursSetting(value) : value
}
