import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FlattenRequest } from '@strikewise/wire/flatten.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { flattenQuery } from './queries.ts'
import { useAct } from './useAct.ts'

/** Requests of the last day to exit all trades of an account or of all, each with what it waits for or how far it is. */
export function FlattenRequests() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(flattenQuery)
  return (
    <Card aria-labelledby="flatten-title">
      <CardHeader id="flatten-title" title={t`Flatten requests`} />
      {data !== undefined ? (
        <RequestList requests={data.requests} />
      ) : isPending ? (
        <LoadingState label={t`Loading...`} className="min-h-20" />
      ) : (
        <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

function RequestList({ requests }: { requests: readonly FlattenRequest[] }) {
  const { t } = useLingui()
  if (requests.length === 0) return <EmptyState title={t`No requests in the last 24 hours.`} />
  return (
    <ul className="divide-y text-sm">
      {requests.map((request) => (
        <Request key={request.id} request={request} />
      ))}
    </ul>
  )
}

function Request({ request }: { request: FlattenRequest }) {
  const scope = useScope(request)
  const [isAsked, setIsAsked] = useState(false)
  const { reason, asked_by, asked_at } = request
  const isConfirmable = request.state === 'open' && !(request.own && request.own_code_in_s > 0)
  return (
    <li className="space-y-2 px-4 py-3">
      <p className="font-medium">{scope}</p>
      <p className="break-words text-ink-2">
        <Trans>
          {reason}. Requested by {asked_by} at {wireTime(asked_at)}.
        </Trans>
      </p>
      <p role="status">
        <Progress request={request} />
      </p>
      {isConfirmable && (
        <Button tone="danger" className="min-h-11" onClick={() => setIsAsked(true)}>
          <Trans>Confirm flatten</Trans>
        </Button>
      )}
      {isAsked && <ConfirmFlatten request={request} scope={scope} onClose={() => setIsAsked(false)} />}
    </li>
  )
}

function useScope({ user_id, email }: FlattenRequest): string {
  const { t } = useLingui()
  const account = email ?? user_id
  return account === null ? t`All accounts` : t`Account ${account}`
}

/** What a request waits for; once it is confirmed, how far it is by the broker's books. */
function Progress({ request }: { request: FlattenRequest }) {
  const { confirmation, own_code_in_s: seconds, open_exits: open, exits } = request
  if (request.state === 'expired') return <Trans>Expired without a confirmation. Nothing was exited.</Trans>
  if (confirmation === null) {
    if (!request.own) return <Trans>Waits for your confirmation.</Trans>
    if (seconds > 0)
      return <Trans>Waits for a second operator. You can confirm with your own code in {seconds} s.</Trans>
    return <Trans>No second operator has confirmed. You can confirm with a code of your authenticator app.</Trans>
  }
  const { by, at } = confirmation
  return (
    <>
      <Trans>
        Confirmed by {by} at {wireTime(at)}.
      </Trans>{' '}
      {!request.complete ? (
        <Trans>
          Accounts are being exited: {exits} trades so far, {open} still open.
        </Trans>
      ) : open > 0 ? (
        <Trans>
          {open} of {exits} trades still open at the broker.
        </Trans>
      ) : exits > 0 ? (
        <Plural value={exits} one="All flat: # trade exited." other="All flat: # trades exited." />
      ) : (
        <Trans>There was no open trade.</Trans>
      )}
    </>
  )
}

interface ConfirmFlattenProps {
  request: FlattenRequest
  scope: string
  onClose: () => void
}

function ConfirmFlatten({ request, scope, onClose }: ConfirmFlattenProps) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const { id, own, user_id, reason, live_trades } = request
  const confirm = useAct(
    () => api.call('confirmFlatten', { params: { id }, body: own ? { code: code.trim() } : {} }),
    onClose,
  )
  return (
    <ConfirmDialog
      open
      title={user_id === null ? t`Flatten all accounts?` : t`Flatten this account?`}
      tone="danger"
      confirmLabel={t`Exit all trades`}
      busy={confirm.isPending}
      onConfirm={() => confirm.mutate()}
      onCancel={onClose}
    >
      <p>
        {scope}. <Plural value={live_trades} one="# live trade is exited." other="# live trades are exited." />
      </p>
      <p className="mt-1">
        {user_id === null ? (
          <Trans>New entries of all accounts are stopped until an operator releases them.</Trans>
        ) : (
          <Trans>New entries of this account are paused until the user resumes them.</Trans>
        )}
      </p>
      <p className="mt-1 break-words">
        <Trans>Reason: {reason}</Trans>
      </p>
      {own && (
        <Field
          className="mt-3"
          label={t`Code of your authenticator app`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          required
          onChange={(event) => setCode(event.target.value)}
        />
      )}
    </ConfirmDialog>
  )
}
