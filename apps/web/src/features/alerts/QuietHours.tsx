import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CLOCK_TIME } from '@strikewise/domain/time/clock-time.ts'
import { WEEKDAYS } from '@strikewise/domain/trading/entry-hours.ts'
import type { AlertSettings, QuietHoursSetting } from '@strikewise/wire/alerts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ChangeEvent, type FormEvent } from 'react'
import { api } from '../../lib/api.ts'
import { epochOf, istDay, istMinute } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { WeekdayField } from '../../ui/WeekdayField.tsx'
import { toast } from '../../ui/toasts.tsx'
import { alertSettingsQuery } from './queries.ts'

/** What the hours start at: every night. */
const NIGHTS: QuietHoursSetting = { days: [...WEEKDAYS], from: '22:00', to: '07:00' }

/** The hours in which only what needs its user is sent, and the rule for everything else. */
export function QuietHours({ quiet }: { quiet: AlertSettings['quiet'] }) {
  const { t } = useLingui()
  const until = quiet.until === null ? undefined : epochOf(quiet.until)
  const end = until === undefined ? quiet.until : `${istDay(until)}, ${istMinute(until)}`
  const kinds = quiet.still_sent.join(', ')
  return (
    <Card aria-labelledby="quiet">
      <CardHeader id="quiet" title={t`Quiet hours`} />
      <div className="space-y-4 p-5">
        {end !== null && (
          <Notice tone="info" role="status" title={t`Quiet until ${end} IST`}>
            <Trans>Held messages are sent then.</Trans>
          </Notice>
        )}
        {/* A new form where the stored hours are others: what was typed belongs to the old ones. */}
        <HoursForm key={JSON.stringify(quiet.hours)} stored={quiet.hours} />
        <ul className="list-disc space-y-1 pl-5 text-sm text-ink-3">
          <li>
            <Trans>Always sent: {kinds}. That includes a position without stop, a failed exit and a lost login.</Trans>
          </li>
          <li>
            <Trans>
              Everything else waits until quiet hours end. Messages that would be out of date by then are not sent.
            </Trans>
          </li>
          <li>
            <Trans>The bell lists everything at once. Trading does not depend on quiet hours.</Trans>
          </li>
        </ul>
      </div>
    </Card>
  )
}

const NO_DAY = msg`Choose at least one day`
const NO_TIME = msg`Enter a time of the day`
const SAME_TIME = msg`Must differ from the start`

function HoursForm({ stored }: { stored: QuietHoursSetting | null }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [hours, setHours] = useState(stored)
  const [tried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: (next: QuietHoursSetting | null) => api.call('saveQuietHours', { body: { hours: next } }),
    onSuccess: (reply) => {
      queries.setQueryData(alertSettingsQuery.queryKey, reply)
      toast.success(reply.quiet.hours === null ? t`Quiet hours are off.` : t`Quiet hours saved.`)
    },
    onError: (error) => toast.error(errorDetail(error)),
  })
  const wrong = hours === null ? {} : errorsOf(hours)
  const errorText = (part: keyof QuietHoursSetting) => {
    const error = tried ? wrong[part] : undefined
    return error === undefined ? undefined : t(error)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(wrong).length === 0) save.mutate(hours)
  }
  const time = (part: 'from' | 'to') => ({
    required: true,
    type: 'time',
    value: hours?.[part],
    onChange: (event: ChangeEvent<HTMLInputElement>) => hours && setHours({ ...hours, [part]: event.target.value }),
    error: errorText(part),
  })
  const toggle = (on: boolean) => {
    setTried(false)
    setHours(on ? NIGHTS : null)
    // Switched off there is nothing left to fill in: it holds at once.
    if (!on && stored !== null) save.mutate(null)
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <Switch label={t`Quiet hours`} checked={hours !== null} disabled={save.isPending} onChange={toggle} />
        <p className="text-sm text-ink-2">
          <Trans>Hold back Telegram, browser and email messages that need no action.</Trans>
        </p>
      </div>
      {hours !== null && (
        <>
          <div className="grid items-start gap-5 sm:grid-cols-3">
            <WeekdayField
              label={t`Quiet days`}
              hint={t`Days on which quiet hours begin, in IST.`}
              days={hours.days}
              onChange={(days) => setHours({ ...hours, days })}
              error={errorText('days')}
            />
            <Field label={t`Quiet from`} {...time('from')} />
            <Field label={t`Quiet until`} {...time('to')} hint={t`A time before the start means the next day.`} />
          </div>
          <Button type="submit" busy={save.isPending}>
            <Trans>Save quiet hours</Trans>
          </Button>
        </>
      )}
    </form>
  )
}

function errorsOf({ days, from, to }: QuietHoursSetting) {
  return {
    ...(days.length === 0 && { days: NO_DAY }),
    ...(!CLOCK_TIME.test(from) && { from: NO_TIME }),
    ...(!CLOCK_TIME.test(to) ? { to: NO_TIME } : from === to && { to: SAME_TIME }),
  }
}
