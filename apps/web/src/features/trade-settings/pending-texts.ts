import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ProfitLockSetting } from '@strikewise/wire/account-limits.ts'
import type { EntryHoursSetting, PendingSettingReply, SettingName } from '@strikewise/wire/account.ts'
import { rupeesText, wholeRupeesText } from '../../lib/format.ts'
import { epochOf, istMinute } from '../../lib/ist-format.ts'
import { WEEKDAY_NAMES } from '../../lib/weekday-names.ts'
import { INDEX_NAMES } from './names.ts'

const NAMES: Readonly<Record<SettingName, MessageDescriptor>> = {
  capital: msg`Trading capital`,
  daily_loss_cap_pct: msg`Daily loss limit`,
  max_entries_per_symbol: msg`Max entries per index per day`,
  max_positions_per_symbol: msg`Max open trades per index`,
  cover_manual_shorts: msg`Buy back shorts after my own sales`,
  entry_hours: msg`Entry hours`,
  max_trades_per_day: msg`Max trades per day`,
  pause_after_loss_minutes: msg`Pause after a losing trade (minutes)`,
  max_losses_in_row: msg`Max losing trades in a row`,
  profit_lock: msg`Profit lock`,
  weekly_loss_limit: msg`Weekly loss limit`,
  drawdown_limit: msg`Drawdown limit`,
  lots: msg`Lots`,
  auto_execute: msg`Auto execute`,
  approval_seconds: msg`Seconds to approve an entry`,
  tsl_enabled: msg`Trailing stop-loss`,
  sl_buffer: msg`Stop-loss buffer`,
}

const IN_RUPEES: readonly SettingName[] = ['capital', 'weekly_loss_limit', 'drawdown_limit', 'sl_buffer']

/** Texts of values that take effect later, in the language shown. */
export function usePendingTexts() {
  const { t } = useLingui()

  const nameOf = ({ setting, symbol }: PendingSettingReply): string => {
    const name = t(NAMES[setting])
    return symbol === null ? name : `${INDEX_NAMES[symbol]}: ${name}`
  }

  const hoursOf = ({ days, from, to }: EntryHoursSetting): string =>
    `${days.map((day) => t(WEEKDAY_NAMES[day])).join(', ')} ${from}–${to}`

  const lockOf = ({ from, keep_pct }: ProfitLockSetting): string => {
    const amount = wholeRupeesText(from)
    return t`From ${amount}, keep ${keep_pct}%`
  }

  const valueOf = ({ setting, value }: PendingSettingReply): string => {
    if (value === null)
      return setting === 'capital'
        ? t`Opening balance`
        : setting === 'approval_seconds'
          ? t`Without asking`
          : t`No restriction`
    if (typeof value === 'boolean') return value ? t`On` : t`Off`
    if (typeof value === 'object') return 'days' in value ? hoursOf(value) : lockOf(value)
    if (setting === 'capital' && !Number.isInteger(value)) return rupeesText(value)
    if (IN_RUPEES.includes(setting)) return wholeRupeesText(value)
    return setting === 'daily_loss_cap_pct' ? `${value}%` : String(value)
  }

  const timeOf = ({ effective_at }: PendingSettingReply): string => {
    const at = epochOf(effective_at)
    return at === undefined ? effective_at : istMinute(at)
  }

  /** What a save reports: `saved`, and of what waits when it takes effect. */
  const savedText = (saved: string, pending: readonly PendingSettingReply[]): string => {
    const [first] = pending
    if (first === undefined) return saved
    const time = timeOf(first)
    const later = pending.map((one) => `${nameOf(one)} ${valueOf(one)}`).join(', ')
    return t`${saved} After ${time}: ${later}. Everything else is in force now.`
  }

  return { nameOf, valueOf, timeOf, savedText }
}
