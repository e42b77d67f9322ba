import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CustomAlertType } from '@strikewise/domain/alerts/custom-alert.ts'
import { INDEX_SYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import { newCustomAlert, type CustomAlertRow, type CustomAlerts } from '@strikewise/wire/custom-alerts.ts'
import { readFields } from '@strikewise/wire/field-problem.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { fieldText } from '../../messages/field.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, SelectField } from '../../ui/Field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { alertOfDraft, draftOfAlert, type AlertDraft } from './draft.ts'
import { customAlertsQuery } from './queries.ts'

const TYPES = {
  price: msg`Index price`,
  iv_percentile: msg`IV percentile`,
  agent_flip: msg`Agent flips`,
  loss_share: msg`Loss of the day`,
} satisfies Record<CustomAlertType, MessageDescriptor>

const INDEX_NAMES = { NIFTY: 'Nifty 50', BANKNIFTY: 'Bank Nifty' } as const
const LEVELS = {
  price: { label: msg`Level`, hint: msg`Index points, such as 25,000.` },
  iv_percentile: { label: msg`Percentile`, hint: msg`Percent of the past year’s days with a lower IV.` },
  loss_share: { label: msg`Share of the limit`, hint: msg`Percent of your daily loss limit, such as 50 or 80.` },
} satisfies Record<Exclude<CustomAlertType, 'agent_flip'>, { label: MessageDescriptor; hint: MessageDescriptor }>

interface CustomAlertFormProps extends Pick<CustomAlerts, 'types' | 'agents'> {
  /** The alert that is changed; left out: a new one. */
  alert?: CustomAlertRow | undefined
  /** Called when a change was saved or cancelled. */
  onDone?: () => void
}

/** Defines one alert, or changes it: what it watches, and how often it is sent. The type of an alert stays. */
export function CustomAlertForm({ types, agents, alert, onDone }: CustomAlertFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<AlertDraft>(
    alert === undefined ? newDraft({ types, agents }) : draftOfAlert(alert),
  )
  const form = useRef<HTMLFormElement>(null)
  const isChange = alert !== undefined
  // The press was in the list below: the form it opened is where the user goes on.
  useEffect(() => {
    if (isChange) form.current?.querySelector<HTMLElement>('select:not(:disabled), input')?.focus()
  }, [isChange])
  const [levelError, setLevelError] = useState<string>()
  const add = useMutation({
    mutationFn: () => {
      const body = alertOfDraft(draft)
      return alert === undefined
        ? api.call('addCustomAlert', { body })
        : api.call('changeCustomAlert', { body: { id: alert.id, alert: body } })
    },
    onSuccess: (reply) => {
      queries.setQueryData(customAlertsQuery.queryKey, reply)
      if (!isChange) setDraft((known) => ({ ...known, level: '' }))
      toast.success(isChange ? t`Alert changed.` : t`Alert added.`)
      onDone?.()
    },
    onError: (error) => toast.error(errorDetail(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readFields(newCustomAlert, alertOfDraft(draft))
    const fault = 'faults' in read ? read.faults.find(({ path }) => path[0] === 'level') : undefined
    setLevelError(fault && fieldText(fault.problem))
    if ('data' in read) add.mutate()
  }
  const change = (next: Partial<AlertDraft>) => {
    setLevelError(undefined)
    setDraft({ ...draft, ...next })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4 p-5">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField label={t`Watch`} disabled={isChange} {...choice('type', draft, change)}>
          {types.map((one) => (
            <option key={one} value={one}>
              {t(TYPES[one])}
            </option>
          ))}
        </SelectField>
        <ConditionFields draft={draft} agents={agents} change={change} levelError={levelError} />
        <SelectField label={t`Notify`} {...choice('repeat', draft, change)}>
          <option value="each_time">{t`Each time`}</option>
          <option value="daily">{t`Once a day`}</option>
        </SelectField>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={add.isPending}>
          {isChange ? <Trans>Save changes</Trans> : <Trans>Add alert</Trans>}
        </Button>
        {isChange && (
          <Button tone="secondary" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </div>
    </form>
  )
}

const newDraft = ({ types, agents }: Pick<CustomAlerts, 'types' | 'agents'>): AlertDraft => ({
  type: types[0] ?? 'price',
  symbol: 'NIFTY',
  side: 'above',
  level: '',
  agent: agents[0]?.name ?? '',
  flipTo: 'either',
  repeat: 'each_time',
})

type Change = (next: Partial<AlertDraft>) => void

/** Value and change of a list whose options are the values of a field. */
function choice<K extends keyof AlertDraft>(field: K, draft: AlertDraft, change: Change) {
  return {
    value: draft[field],
    onChange: (event: ChangeEvent<HTMLSelectElement>) => change({ [field]: event.target.value }),
  }
}

interface ConditionFieldsProps {
  draft: AlertDraft
  agents: CustomAlerts['agents']
  change: Change
  levelError: string | undefined
}

/** The fields that the type of the alert has. */
function ConditionFields({ draft, agents, change, levelError }: ConditionFieldsProps) {
  const { t } = useLingui()
  const { type } = draft
  return (
    <>
      {type !== 'loss_share' && (
        <SelectField label={t`Index`} {...choice('symbol', draft, change)}>
          {INDEX_SYMBOLS.map((symbol) => (
            <option key={symbol} value={symbol}>
              {INDEX_NAMES[symbol]}
            </option>
          ))}
        </SelectField>
      )}
      {type === 'agent_flip' && (
        <>
          <SelectField label={t`Agent`} {...choice('agent', draft, change)}>
            {agents.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </SelectField>
          <SelectField label={t`Turns`} {...choice('flipTo', draft, change)}>
            <option value="either">{t`bullish or bearish`}</option>
            <option value="bullish">{t`bullish`}</option>
            <option value="bearish">{t`bearish`}</option>
          </SelectField>
        </>
      )}
      {(type === 'price' || type === 'iv_percentile') && (
        <SelectField label={t`Crosses`} {...choice('side', draft, change)}>
          <option value="above">{t`to above`}</option>
          <option value="below">{t`to below`}</option>
        </SelectField>
      )}
      {type !== 'agent_flip' && (
        <Field
          label={t(LEVELS[type].label)}
          inputMode="decimal"
          autoComplete="off"
          required
          value={draft.level}
          onChange={(event) => change({ level: event.target.value })}
          hint={t(LEVELS[type].hint)}
          error={levelError}
        />
      )}
    </>
  )
}
