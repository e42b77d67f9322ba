import { Trans, useLingui } from '@lingui/react/macro'
import {
  COMPLAINT_SOURCES,
  type ComplaintOutcome,
  type ComplaintRow,
  type ComplaintSource,
} from '@strikewise/wire/complaints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { COMPLAINT_SOURCE_NAMES } from '../../lib/complaint-source.ts'
import { shortDay } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Field, SelectField } from '../../ui/Field.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { complaintsQuery } from './queries.ts'
import { useAct } from './useAct.ts'

/** Complaints that the public table counts: those by the form are entered by themselves, the others here. */
export function ComplaintsSection() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(complaintsQuery)
  return (
    <Card aria-labelledby="complaints-title">
      <CardHeader
        id="complaints-title"
        title={t`Complaints`}
        note={t`Grievances from the support form are entered automatically. Enter what came by SCORES, by post or on the phone.`}
      />
      <EntryForm />
      {isPending && <LoadingState label={t`Loading...`} className="min-h-20" />}
      {data === undefined && !isPending && (
        <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      )}
      {data?.complaints.length === 0 && <EmptyState title={t`No complaints yet.`} />}
      <ul aria-label={t`Complaints`} className="divide-y border-t">
        {data?.complaints.map((complaint) => (
          <li key={complaint.id} className="space-y-2 px-4 py-3 text-sm">
            <Complaint complaint={complaint} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function EntryForm() {
  const { t, i18n } = useLingui()
  const [source, setSource] = useState<ComplaintSource>('scores')
  const [reference, setReference] = useState('')
  const [day, setDay] = useState('')
  const enter = useAct(
    () => api.call('enterComplaint', { body: { source, reference: reference.trim(), received_on: day } }),
    () => setReference(''),
  )
  return (
    <div className="flex flex-wrap items-end gap-2 px-4 py-4">
      <SelectField
        label={t`Received from`}
        value={source}
        onChange={({ target }) => setSource(COMPLAINT_SOURCES.find((one) => one === target.value) ?? 'other')}
      >
        {COMPLAINT_SOURCES.map((one) => (
          <option key={one} value={one}>
            {i18n._(COMPLAINT_SOURCE_NAMES[one])}
          </option>
        ))}
      </SelectField>
      <Field
        className="min-w-40 flex-1"
        label={t`Reference (no name or address)`}
        value={reference}
        maxLength={60}
        onChange={(event) => setReference(event.target.value)}
      />
      <Field label={t`Received on`} type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      <Button busy={enter.isPending} disabled={reference.trim() === '' || day === ''} onClick={() => enter.mutate()}>
        <Trans>Enter</Trans>
      </Button>
    </div>
  )
}

function Complaint({ complaint }: { complaint: ComplaintRow }) {
  const { t, i18n } = useLingui()
  const { reference, source, received_on, closed_on, outcome } = complaint
  const received = shortDay(received_on)
  const closed = closed_on === null ? '' : shortDay(closed_on)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{reference}</span>
        <Badge tone={outcome === null ? 'warn' : 'quiet'}>
          {outcome === null ? t`Pending` : outcome === 'resolved' ? t`Resolved` : t`No complaint`}
        </Badge>
        <span className="text-ink-2">{i18n._(COMPLAINT_SOURCE_NAMES[source])}</span>
      </p>
      <p className="text-ink-3">
        {closed_on === null ? (
          <Trans>Received {received}</Trans>
        ) : (
          <Trans>
            Received {received}, closed {closed}
          </Trans>
        )}
      </p>
      {outcome === null && <CloseForm complaint={complaint} />}
    </>
  )
}

function CloseForm({ complaint: { id, reference } }: { complaint: ComplaintRow }) {
  const { t } = useLingui()
  const [day, setDay] = useState('')
  const close = useAct((outcome: ComplaintOutcome) =>
    api.call('closeComplaint', { params: { id: String(id) }, body: { outcome, closed_on: day } }),
  )
  return (
    <div role="group" aria-label={reference} className="flex flex-wrap items-end gap-2">
      <Field label={t`Closed on`} type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      <Button size="sm" busy={close.isPending} disabled={day === ''} onClick={() => close.mutate('resolved')}>
        <Trans>Mark as resolved</Trans>
      </Button>
      <Button
        size="sm"
        tone="quiet"
        busy={close.isPending}
        disabled={day === ''}
        onClick={() => close.mutate('not_a_complaint')}
      >
        <Trans>Was no complaint</Trans>
      </Button>
    </div>
  )
}
