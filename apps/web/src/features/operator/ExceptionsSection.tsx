import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ExceptionRow } from '@strikewise/wire/exceptions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { wireDayMinute } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { exceptionsQuery } from './queries.ts'
import { useAct } from './useAct.ts'

/** Alarms of trading and findings of the auditor: what happened, what the machine does about it, who works on it. */
export function ExceptionsSection() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(exceptionsQuery)
  if (isPending) return <LoadingState label={t`Loading...`} className="min-h-40" />
  if (data === undefined)
    return <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
  const open = data.exceptions.filter(({ state }) => state !== 'resolved')
  const resolved = data.exceptions.filter(({ state }) => state === 'resolved')
  return (
    <div className="space-y-6">
      <Card aria-labelledby="open-exceptions-title">
        <CardHeader
          id="open-exceptions-title"
          title={t`Open exceptions`}
          note={t`Alarms of trading and findings of the auditor`}
        />
        {open.length === 0 ? <EmptyState title={t`No open exceptions.`} /> : <ExceptionList exceptions={open} />}
      </Card>
      <Card aria-labelledby="resolved-exceptions-title">
        <CardHeader id="resolved-exceptions-title" title={t`Resolved`} note={t`The last seven days`} />
        {resolved.length === 0 ? <EmptyState title={t`None.`} /> : <ExceptionList exceptions={resolved} />}
      </Card>
    </div>
  )
}

function ExceptionList({ exceptions }: { exceptions: readonly ExceptionRow[] }) {
  return (
    <ul className="divide-y text-sm">
      {exceptions.map((exception) => (
        <Exception key={exception.id} exception={exception} />
      ))}
    </ul>
  )
}

function Exception({ exception }: { exception: ExceptionRow }) {
  const { t } = useLingui()
  const { user_id: userId, email, code, is_finding: isFinding, text, last_at: at, occurrences, state } = exception
  const account = email ?? userId
  return (
    <li className="space-y-2 px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-medium">{code}</span>
        <Badge tone={state === 'resolved' ? 'quiet' : 'warn'}>{useStateName(exception)}</Badge>
        <span className="text-ink-3">{isFinding ? t`Auditor` : t`Trading`}</span>
      </p>
      <p className="break-words">{text}</p>
      <p className="break-words text-ink-3">
        <Trans>Account {account}.</Trans> <Plural value={occurrences} one="# time" other="# times" />,{' '}
        <Trans>last at {wireDayMinute(at)}.</Trans>
      </p>
      <Steps steps={exception.steps} />
      <Acts exception={exception} />
    </li>
  )
}

function useStateName({ state, owner }: ExceptionRow): string {
  const { t } = useLingui()
  switch (state) {
    case 'open':
      return t`Open`
    case 'taken':
      return t`Taken by ${owner ?? '–'}`
    case 'resolved':
      return t`Resolved`
    case 'recurred':
      return t`Occurred again`
  }
}

function Steps({ steps }: Pick<ExceptionRow, 'steps'>) {
  const { t } = useLingui()
  if (steps.length === 0) return null
  const names = { taken: t`taken`, resolved: t`resolved`, reopened: t`reopened` }
  return (
    <ol className="space-y-1 border-l pl-3 text-ink-2">
      {steps.map(({ step, by, at, note }, number) => (
        // Steps are only ever added.
        <li key={number} className="break-words">
          {wireDayMinute(at)}: {names[step]}, {by}
          {note !== null && `: ${note}`}
        </li>
      ))}
    </ol>
  )
}

function Acts({ exception: { id, state } }: { exception: ExceptionRow }) {
  const { t } = useLingui()
  const [note, setNote] = useState('')
  const params = { id: String(id) }
  const take = useAct(() => api.call('stepException', { params, body: { step: 'taken' } }))
  const reopen = useAct(() => api.call('stepException', { params, body: { step: 'reopened' } }))
  const resolve = useAct(
    () => api.call('stepException', { params, body: { step: 'resolved', note: note.trim() } }),
    () => setNote(''),
  )
  if (state === 'resolved')
    return (
      <Button tone="quiet" size="sm" busy={reopen.isPending} onClick={() => reopen.mutate()}>
        <Trans>Reopen</Trans>
      </Button>
    )
  return (
    <div className="flex flex-wrap items-end gap-2">
      {state !== 'taken' && (
        <Button tone="secondary" className="min-h-11" busy={take.isPending} onClick={() => take.mutate()}>
          <Trans>Take</Trans>
        </Button>
      )}
      <Field
        className="min-w-40 flex-1"
        label={t`How it was resolved`}
        value={note}
        maxLength={200}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button
        className="min-h-11"
        busy={resolve.isPending}
        disabled={note.trim().length < 3}
        onClick={() => resolve.mutate()}
      >
        <Trans>Resolve</Trans>
      </Button>
    </div>
  )
}
