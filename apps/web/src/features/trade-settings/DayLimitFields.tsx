import { useLingui } from '@lingui/react/macro'
import type { RiskSettings, TradeSettingsReply } from '@strikewise/wire/account.ts'
import { useWatch, type Control, type UseFormRegister } from 'react-hook-form'
import { wholeRupeesText } from '../../lib/format.ts'
import { number, numberOrNone } from './number-field.ts'
import { PendingField } from './PendingChange.tsx'

type DayLimit = 'capital' | 'daily_loss_cap_pct' | 'max_entries_per_symbol' | 'max_positions_per_symbol'

interface DayLimitFieldsProps {
  control: Control<RiskSettings>
  register: UseFormRegister<RiskSettings>
  /** What is wrong with a field. */
  wrong: (field: DayLimit) => string | undefined
  /** Values that wait to be in force. */
  pending: TradeSettingsReply['pending']
  /** The plan has parallel trades. */
  parallel: boolean
}

/** Capital, loss limit and entries of a day. */
export function DayLimitFields({ control, register, wrong, pending, parallel }: DayLimitFieldsProps) {
  const { t } = useLingui()
  const [capital, cap] = useWatch({ control, name: ['capital', 'daily_loss_cap_pct'] })
  const loss = capital === null ? Number.NaN : (capital * cap) / 100
  const lossText = Number.isFinite(loss) ? wholeRupeesText(loss) : undefined
  const waiting = (setting: DayLimit) => ({ pending, setting })
  return (
    <div className="grid items-start gap-5 sm:grid-cols-3">
      <PendingField
        {...waiting('capital')}
        label={t`Trading capital (₹)`}
        inputMode="decimal"
        placeholder={t`opening balance`}
        hint={t`Leave empty to use the day’s opening balance.`}
        error={wrong('capital')}
        {...register('capital', numberOrNone)}
      />
      <PendingField
        {...waiting('daily_loss_cap_pct')}
        label={t`Daily loss limit (%)`}
        required
        inputMode="decimal"
        hint={lossText && t`Trading stops for the day at −${lossText}`}
        error={wrong('daily_loss_cap_pct')}
        {...register('daily_loss_cap_pct', number)}
      />
      <PendingField
        {...waiting('max_entries_per_symbol')}
        label={t`Max entries per index per day`}
        required
        inputMode="numeric"
        error={wrong('max_entries_per_symbol')}
        {...register('max_entries_per_symbol', number)}
      />
      {parallel && (
        <PendingField
          {...waiting('max_positions_per_symbol')}
          label={t`Max open trades per index`}
          required
          inputMode="numeric"
          hint={t`Each further one is a new decision, bought at half the risk budget.`}
          error={wrong('max_positions_per_symbol')}
          {...register('max_positions_per_symbol', number)}
        />
      )}
    </div>
  )
}
