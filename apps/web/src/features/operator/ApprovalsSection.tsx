import { Trans, useLingui } from '@lingui/react/macro'
import type { ApprovalRequest } from '@strikewise/wire/operator-approvals.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { rupeesText } from '../../lib/format.ts'
import { wireDayMinute } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { approvalsQuery } from './queries.ts'
import { useAct } from './useAct.ts'

/** Refunds above the limit and changes of egress addresses: what one operator asks for, another approves or rejects here. */
export function ApprovalsSection() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(approvalsQuery)
  if (isPending) return <LoadingState label={t`Loading...`} className="min-h-40" />
  if (data === undefined)
    return <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
  const open = data.requests.filter(({ state }) => state === 'open')
  const past = data.requests.filter(({ state }) => state !== 'open')
  return (
    <div className="space-y-6">
      <Card aria-labelledby="open-approvals-title">
        <CardHeader
          id="open-approvals-title"
          title={t`Waiting for a second operator`}
          note={t`A request expires after 24 hours`}
        />
        {open.length === 0 ? <EmptyState title={t`No open requests.`} /> : <RequestList requests={open} />}
      </Card>
      <Card aria-labelledby="past-approvals-title">
        <CardHeader id="past-approvals-title" title={t`Decided and expired`} note={t`The last seven days`} />
        {past.length === 0 ? <EmptyState title={t`None.`} /> : <RequestList requests={past} />}
      </Card>
    </div>
  )
}

function RequestList({ requests }: { requests: readonly ApprovalRequest[] }) {
  return (
    <ul className="divide-y text-sm">
      {requests.map((request) => (
        <Request key={request.id} request={request} />
      ))}
    </ul>
  )
}

function Request({ request }: { request: ApprovalRequest }) {
  const { asked_by: asker, asked_at: at, own, state } = request
  const account = request.email ?? request.user_id
  return (
    <li className="space-y-2 px-4 py-3">
      <Change request={request} />
      <p className="break-words text-ink-2">
        <Trans>
          Account {account}. Requested by {asker} at {wireDayMinute(at)}.
        </Trans>
      </p>
      {state === 'open' && !own && <Decide id={request.id} />}
      {state === 'open' && own && <Withdraw id={request.id} />}
      {state !== 'open' && <Outcome request={request} />}
    </li>
  )
}

function Change({ request: { change } }: { request: ApprovalRequest }) {
  const { t } = useLingui()
  if (change.kind === 'refund') {
    const amount = rupeesText(change.amount)
    const basis = change.basis === 'full' ? t`the whole payment` : t`the unused days`
    return (
      <p className="font-medium break-words">
        <Trans>
          Refund of {amount}, {basis}. Reason: {change.reason}
        </Trans>
      </p>
    )
  }
  const [address, present] = [change.address ?? t`none`, change.present ?? t`none`]
  return (
    <p className="font-medium break-words">
      <Trans>
        Address of orders: {address}. Present address: {present}.
      </Trans>{' '}
      {change.same_family && <Trans>Shared within one family.</Trans>}
    </p>
  )
}

function Decide({ id }: { id: string }) {
  const decide = useAct((decision: 'approve' | 'reject') =>
    api.call('decideApproval', { params: { id }, body: { decision } }),
  )
  return (
    <p className="flex flex-wrap gap-2">
      <Button
        tone="danger"
        className="min-h-11"
        busy={decide.isPending && decide.variables === 'approve'}
        disabled={decide.isPending}
        onClick={() => decide.mutate('approve')}
      >
        <Trans>Approve</Trans>
      </Button>
      <Button
        tone="secondary"
        className="min-h-11"
        busy={decide.isPending && decide.variables === 'reject'}
        disabled={decide.isPending}
        onClick={() => decide.mutate('reject')}
      >
        <Trans>Reject</Trans>
      </Button>
    </p>
  )
}

function Withdraw({ id }: { id: string }) {
  const withdraw = useAct(() => api.call('decideApproval', { params: { id }, body: { decision: 'reject' } }))
  return (
    <>
      <p role="status">
        <Trans>Waits for a second operator. You requested it, so you cannot approve it.</Trans>
      </p>
      <Button
        tone="secondary"
        className="min-h-11"
        busy={withdraw.isPending}
        onClick={() => withdraw.mutate(undefined)}
      >
        <Trans>Withdraw</Trans>
      </Button>
    </>
  )
}

function Outcome({ request: { state, decided } }: { request: ApprovalRequest }) {
  if (decided === null)
    return (
      <p className="text-ink-3">
        <Trans>Expired without a decision. Nothing was changed.</Trans>
      </p>
    )
  const { by } = decided
  const at = wireDayMinute(decided.at)
  return (
    <p className="text-ink-3">
      {state === 'approved' ? (
        <Trans>
          Approved by {by} at {at}.
        </Trans>
      ) : state === 'withdrawn' ? (
        <Trans>
          Withdrawn by {by} at {at}.
        </Trans>
      ) : (
        <Trans>
          Rejected by {by} at {at}.
        </Trans>
      )}
    </p>
  )
}
