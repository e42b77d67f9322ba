import { Trans, useLingui } from '@lingui/react/macro'
import { riskSettings, type RiskSettings, type TradeSettingsReply } from '@strikewise/wire/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, type Control } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { portal } from '../../lib/broker.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { fieldErrorText, fieldResolver } from '../../messages/form-fields.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AccountLimitFields } from './AccountLimitFields.tsx'
import { DayLimitFields } from './DayLimitFields.tsx'
import { EntryHoursFields } from './EntryHoursFields.tsx'
import { PendingChange } from './PendingChange.tsx'
import { usePendingTexts } from './pending-texts.ts'
import { tradeSettingsQuery } from './queries.ts'

interface RiskFormProps {
  risk: TradeSettingsReply['risk']
  /** Values that wait to be in force. */
  pending: TradeSettingsReply['pending']
  ownTrades: TradeSettingsReply['own_trades']
  /** The plan has parallel trades. */
  parallel: boolean
  /** The plan has entry hours of the user's own. */
  timeFilter: boolean
}

/** The limits of a day: declared capital, loss cap, entries per symbol, and what else the plan has. */
export function RiskForm({ risk, pending, ownTrades, parallel, timeFilter }: RiskFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { savedText } = usePendingTexts()
  const { register, handleSubmit, control, formState, reset } = useForm<RiskSettings>({
    resolver: fieldResolver(riskSettings),
    mode: 'onTouched',
    defaultValues: risk,
  })
  const save = useMutation({
    mutationFn: (body: RiskSettings) => api.call('saveRiskSettings', { body }),
    onSuccess: (saved) => {
      queries.setQueryData(tradeSettingsQuery.queryKey, saved)
      // What waits for the close is not in force: the fields show what is.
      reset(saved.risk)
      toast.success(
        savedText(
          t`Risk settings saved.`,
          saved.pending.filter(({ symbol }) => symbol === null),
        ),
      )
    },
  })
  const wrong = (field: Exclude<keyof RiskSettings, 'entry_hours' | 'profit_lock'>) =>
    fieldErrorText(formState.errors[field])
  const waiting = (setting: keyof RiskSettings) => ({ pending, setting })
  const reason = errorDetail(save.error)
  return (
    <Card className="mt-6" aria-labelledby="risk">
      <CardHeader
        id="risk"
        title={t`Risk limits`}
        note={t`Tighter limits take effect at once. After the first trade of a day, looser ones take effect after the close.`}
      />
      <form noValidate onSubmit={(event) => void handleSubmit((body) => save.mutate(body))(event)} className="p-5">
        <DayLimitFields {...{ control, register, wrong, pending, parallel }} />
        <AccountLimitFields {...{ control, register, wrong, pending, ownTrades }} />
        <EntryHoursFields control={control} available={timeFilter}>
          <PendingChange {...waiting('entry_hours')} />
        </EntryHoursFields>
        <CoverManualShorts control={control} />
        <PendingChange {...waiting('cover_manual_shorts')} />
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
