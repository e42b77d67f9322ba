import { Trans, useLingui } from '@lingui/react/macro'
import { LOSING_STREAK } from '@strikewise/domain/trading/account-limits.ts'
import type { AccountLimitSettings } from '@strikewise/wire/account-limits.ts'
import type { RiskSettings } from '@strikewise/wire/account.ts'
import type { Control, UseFormRegister } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { numberOrNone } from './number-field.ts'
import { ProfitLockFields } from './ProfitLockFields.tsx'

interface AccountLimitFieldsProps {
  control: Control<RiskSettings>
  register: UseFormRegister<RiskSettings>
  /** What is wrong with a field. */
  wrong: (field: Exclude<keyof AccountLimitSettings, 'profit_lock'>) => string | undefined
}

/** What the user limits over all indices; an empty field is no limit. */
export function AccountLimitFields({ control, register, wrong }: AccountLimitFieldsProps) {
  const { t } = useLingui()
  return (
    <fieldset className="mt-6">
      <legend className="text-sm font-medium">{t`Limits for the whole account`}</legend>
      <p className="mt-1 text-xs text-ink-3">
        <Trans>Over all indices. Leave a field empty for no limit. Exits and stop-loss orders always work.</Trans>
      </p>
      <div className="mt-3 grid items-start gap-5 sm:grid-cols-3">
        <Field
          label={t`Max trades per day`}
          inputMode="numeric"
          placeholder={t`no limit`}
          hint={t`All indices together. An entry that buys nothing does not count.`}
          error={wrong('max_trades_per_day')}
          {...register('max_trades_per_day', numberOrNone)}
        />
        <Field
          label={t`Pause after a losing trade (minutes)`}
          inputMode="numeric"
          placeholder={t`no pause`}
          hint={t`No entry in any index for so long. The pauses after each exit hold as well.`}
          error={wrong('pause_after_loss_minutes')}
          {...register('pause_after_loss_minutes', numberOrNone)}
        />
        <Field
          label={t`Max losing trades in a row`}
          inputMode="numeric"
          placeholder={String(LOSING_STREAK)}
          hint={t`After so many, no more entries that day. Never more than ${LOSING_STREAK}.`}
          error={wrong('max_losses_in_row')}
          {...register('max_losses_in_row', numberOrNone)}
        />
      </div>
      <ProfitLockFields control={control} />
    </fieldset>
  )
}
