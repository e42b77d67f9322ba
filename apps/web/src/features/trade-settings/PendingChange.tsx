import { Trans, useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { PendingSettingReply, SettingName } from '@strikewise/wire/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Clock3 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { usePendingTexts } from './pending-texts.ts'
import { tradeSettingsQuery } from './queries.ts'

interface PendingChangeProps {
  /** All values that wait. */
  pending: readonly PendingSettingReply[]
  setting: SettingName
  /** The index whose setting it is; left out: a limit of the account. */
  symbol?: IndexSymbol
}

/** The value that a setting takes after the close, and the way to withdraw it. Nothing where none waits. */
export function PendingChange({ pending, setting, symbol }: PendingChangeProps) {
  const { t } = useLingui()
  const { nameOf, valueOf, timeOf } = usePendingTexts()
  const queries = useQueryClient()
  const withdraw = useMutation({
    mutationFn: () =>
      api.call('withdrawPendingSetting', { body: { setting, ...(symbol !== undefined && { symbol }) } }),
    onSuccess: (saved) => {
      queries.setQueryData(tradeSettingsQuery.queryKey, saved)
      toast.success(t`Change withdrawn. The value in force stays.`)
    },
    onError: (error) => toast.error(errorDetail(error)),
  })
  const change = pending.find((one) => one.setting === setting && one.symbol === (symbol ?? null))
  if (change === undefined) return null
  const [name, value, time] = [nameOf(change), valueOf(change), timeOf(change)]
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-2 text-xs text-warn">
      <p className="flex min-w-0 items-start gap-1.5 font-medium">
        <Clock3 aria-hidden="true" className="mt-px size-3.5 shrink-0" />
        <Trans>
          {value} takes effect after {time}
        </Trans>
      </p>
      <Button
        tone="quiet"
        size="sm"
        className="max-sm:h-11"
        busy={withdraw.isPending}
        aria-label={t`Withdraw: ${name} ${value}`}
        onClick={() => withdraw.mutate()}
      >
        <Trans>Withdraw</Trans>
      </Button>
    </div>
  )
}

/** A field of a setting, with the value that waits for the close below it. */
export function PendingField({
  pending,
  setting,
  symbol,
  ...field
}: PendingChangeProps & ComponentProps<typeof Field>) {
  return (
    <div>
      <Field {...field} />
      <PendingChange pending={pending} setting={setting} {...(symbol !== undefined && { symbol })} />
    </div>
  )
}
