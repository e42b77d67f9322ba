import { Trans, useLingui } from '@lingui/react/macro'
import { riskSettings, type RiskSettings, type TradeSettingsReply } from '@strikewise/wire/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, useWatch, type Control } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { portal } from '../../lib/broker.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { fieldErrorText, fieldResolver } from '../../messages/form-fields.ts'
import { wholeRupeesText } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AccountLimitFields } from './AccountLimitFields.tsx'
import { EntryHoursFields } from './EntryHoursFields.tsx'
import { number, numberOrNone } from './number-field.ts'
import { tradeSettingsQuery } from './queries.ts'

interface RiskFormProps {
  risk: TradeSettingsReply['risk']
  /** The plan has parallel trades. */
  parallel: boolean
  /** The plan has entry hours of the user's own. */
  timeFilter: boolean
}

/** The limits of a day: declared capital, loss cap, entries per symbol, and what else the plan has. */
export function RiskForm({ risk, parallel, timeFilter }: RiskFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { register, handleSubmit, control, formState } = useForm<RiskSettings>({
    resolver: fieldResolver(riskSettings),
    mode: 'onTouched',
    defaultValues: risk,
  })
  const [capital, cap] = useWatch({ control, name: ['capital', 'daily_loss_cap_pct'] })
  const save = useMutation({
    mutationFn: (body: RiskSettings) => api.call('saveRiskSettings', { body }),
    onSuccess: (saved) => {
      queries.setQueryData(tradeSettingsQuery.queryKey, saved)
      toast.success(t`Risk settings saved.`)
    },
  })
  const loss = capital === null ? Number.NaN : (capital * cap) / 100
  const lossText = Number.isFinite(loss) ? wholeRupeesText(loss) : undefined
  const wrong = (field: Exclude<keyof RiskSettings, 'entry_hours' | 'profit_lock'>) =>
    fieldErrorText(formState.errors[field])
  const reason = errorDetail(save.error)
  return (
    <Card className="mt-6" aria-labelledby="risk">
      <CardHeader id="risk" title={t`Risk limits`} note={t`During a trading day you can only tighten limits.`} />
      <form noValidate onSubmit={(event) => void handleSubmit((body) => save.mutate(body))(event)} className="p-5">
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <Field
            label={t`Trading capital (₹)`}
            inputMode="decimal"
            placeholder={t`opening balance`}
            hint={t`Leave empty to use the day’s opening balance.`}
            error={wrong('capital')}
            {...register('capital', numberOrNone)}
          />
          <Field
            label={t`Daily loss limit (%)`}
            required
            inputMode="decimal"
            hint={lossText && t`Trading stops for the day at −${lossText}`}
            error={wrong('daily_loss_cap_pct')}
            {...register('daily_loss_cap_pct', number)}
          />
          <Field
            label={t`Max entries per index per day`}
            required
            inputMode="numeric"
            error={wrong('max_entries_per_symbol')}
            {...register('max_entries_per_symbol', number)}
          />
          {parallel && (
            <Field
              label={t`Max open trades per index`}
              required
              inputMode="numeric"
              hint={t`Each further one is a new decision, bought at half the risk budget.`}
              error={wrong('max_positions_per_symbol')}
              {...register('max_positions_per_symbol', number)}
            />
          )}
        </div>
        <AccountLimitFields control={control} register={register} wrong={wrong} />
        <EntryHoursFields control={control} available={timeFilter} />
        <CoverManualShorts control={control} />
        {save.isError && (
          <Notice tone="down" role="alert" className="mt-4">
            <Trans>The limits were not saved: {reason}</Trans>
          </Notice>
        )}
        <div className="mt-5 flex justify-end">
          <Button type="submit" tone="secondary" busy={save.isPending}>
            <Trans>Save limits</Trans>
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Whether a short that the user's own sale leaves behind is bought back. */
function CoverManualShorts({ control }: { control: Control<RiskSettings> }) {
  const { t } = useLingui()
  return (
    <div className="mt-5">
      <p aria-hidden="true" className="text-sm font-medium">{t`Buy back shorts after my own sales`}</p>
      <div className="flex h-10 items-center">
        <Controller
          control={control}
          name="cover_manual_shorts"
          render={({ field }) => (
            <Switch label={t`Buy back shorts after my own sales`} checked={field.value} onChange={field.onChange} />
          )}
        />
      </div>
      <p className="text-xs text-ink-3">
        <Trans>
          If you sell a position in {portal} while our exit also fills, your account is short. On: we buy the shortfall
          back at once. Off: we alert you, and you close it.
        </Trans>
      </p>
    </div>
  )
}
