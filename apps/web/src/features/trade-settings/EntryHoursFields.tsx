import { Trans, useLingui } from '@lingui/react/macro'
import type { ChangeEvent, ReactNode } from 'react'
import { clockTimeOf } from '@strikewise/domain/time/clock-time.ts'
import { FIRST_ENTRY_MINUTE, LAST_ENTRY_MINUTE } from '@strikewise/domain/time/entry-window.ts'
import { WEEKDAYS } from '@strikewise/domain/trading/entry-hours.ts'
import type { EntryHoursSetting, RiskSettings } from '@strikewise/wire/account.ts'
import { Link } from '@tanstack/react-router'
import { Controller, type Control, type FieldError } from 'react-hook-form'
import { fieldErrorText } from '../../messages/form-fields.ts'
import { Field } from '../../ui/Field.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { WeekdayField } from '../../ui/WeekdayField.tsx'

const FIRST = clockTimeOf(FIRST_ENTRY_MINUTE)
const LAST = clockTimeOf(LAST_ENTRY_MINUTE)
/** What the restriction starts at: all that is possible without it. */
const EVERYTHING: EntryHoursSetting = { days: [...WEEKDAYS], from: FIRST, to: LAST }

interface EntryHoursFieldsProps {
  control: Control<RiskSettings>
  available: boolean
  /** What waits to be in force, below the fields. */
  children?: ReactNode
}

/** The weekdays and the hours in which entries are allowed; `available`: the plan has them. */
export function EntryHoursFields({ control, available, children }: EntryHoursFieldsProps) {
  const { t } = useLingui()
  return (
    <div className="mt-5">
      <p aria-hidden="true" className="text-sm font-medium">{t`Limit entry hours and days`}</p>
      {available ? (
        <Controller
          control={control}
          name="entry_hours"
          render={({ field, fieldState }) => (
            <Choice hours={field.value ?? null} errors={fieldState.error as PartErrors} onChange={field.onChange} />
          )}
        />
      ) : (
        <p className="mt-1 text-xs text-ink-3">
          <Trans>Not in your plan.</Trans>{' '}
          <Link to="/plans" className="text-accent-text underline underline-offset-2">
            <Trans>See plans</Trans>
          </Link>
        </p>
      )}
      {children}
    </div>
  )
}

/** Errors of the parts, which the form knows under the name of the whole. */
type PartErrors = { readonly [Part in keyof EntryHoursSetting]?: FieldError } | undefined

interface ChoiceProps {
  hours: EntryHoursSetting | null
  errors: PartErrors
  onChange: (hours: EntryHoursSetting | null) => void
}

function Choice({ hours, errors, onChange }: ChoiceProps) {
  const { t } = useLingui()
  const wrong = (part: keyof EntryHoursSetting) => fieldErrorText(errors?.[part])
  const time = (part: 'from' | 'to') => ({
    required: true,
    type: 'time',
    min: FIRST,
    max: LAST,
    value: hours?.[part],
    onChange: (event: ChangeEvent<HTMLInputElement>) => hours && onChange({ ...hours, [part]: event.target.value }),
    error: wrong(part),
  })
  return (
    <>
      <div className="flex h-10 items-center">
        <Switch
          label={t`Limit entry hours and days`}
          checked={hours !== null}
          onChange={(on) => onChange(on ? EVERYTHING : null)}
        />
      </div>
      <p className="text-xs text-ink-3">
        <Trans>
          Entries are possible from {FIRST} to {LAST} IST, on an expiry day to an earlier time. On: only on the days and
          in the hours you choose. Exits and stop-loss orders always work.
        </Trans>
      </p>
      {hours !== null && (
        <div className="mt-3 grid items-start gap-5 sm:grid-cols-3">
          <WeekdayField
            label={t`Entry days`}
            hint={t`Saturday and Sunday count when the exchange holds a special session.`}
            days={hours.days}
            onChange={(days) => onChange({ ...hours, days })}
            error={wrong('days')}
          />
          <Field label={t`Entries from`} {...time('from')} />
          <Field label={t`Entries until`} {...time('to')} hint={t`No entry at this time or later.`} />
        </div>
      )}
    </>
  )
}
