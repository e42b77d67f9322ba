import { Trans, useLingui } from '@lingui/react/macro'
import type { WeightsOverview } from '@strikewise/wire/learning.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { AgentEvidence } from './AgentEvidence.tsx'
import { weightsQuery } from './queries.ts'
import { RegisteredLogic } from './RegisteredLogic.tsx'
import { RegisteredTrials } from './RegisteredTrials.tsx'
import { ShadowAgents } from './ShadowAgents.tsx'
import { useAct } from './useAct.ts'

/** Which learned weights decide, and what each version still lacks. */
export function WeightsSection() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(weightsQuery)
  const [reason, setReason] = useState('')
  const promote = useAct((version: string) => api.call('promoteWeights', { body: { version, reason } }))
  const withdraw = useAct(() => api.call('withdrawWeights', { body: { reason } }))
  if (isPending) return <LoadingState label={t`Loading...`} className="min-h-40" />
  if (data === undefined)
    return <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
  const { champion, pending } = data
  const decides = champion.version ?? t`the default weights`
  const hasReason = reason.trim().length >= 3
  return (
    <div className="space-y-6">
      <Card className="p-5 text-sm">
        <p>
          <Trans>
            What decides: <strong>{decides}</strong>.
          </Trans>
          {pending !== null && (
            <>
              {' '}
              <Trans>
                From {pending.from}: {pending.version ?? t`the default weights`}.
              </Trans>
            </>
          )}
        </p>
        <Field
          className="mt-4"
          label={t`Reason of a change`}
          value={reason}
          maxLength={200}
          onChange={(event) => setReason(event.target.value)}
        />
        {champion.version !== null && (
          <Button
            className="mt-3"
            tone="secondary"
            busy={withdraw.isPending}
            disabled={!hasReason}
            onClick={() => withdraw.mutate()}
          >
            <Trans>Go back to the default weights</Trans>
          </Button>
        )}
      </Card>
      <Versions
        weights={data}
        hasReason={hasReason}
        isBusy={promote.isPending}
        onPromote={(version) => promote.mutate(version)}
      />
      <RegisteredTrials />
      <RegisteredLogic />
      <AgentEvidence />
      <ShadowAgents />
    </div>
  )
}

interface VersionsProps {
  readonly weights: WeightsOverview
  readonly hasReason: boolean
  readonly isBusy: boolean
  readonly onPromote: (version: string) => void
}

function Versions({ weights: { champion, versions }, hasReason, isBusy, onPromote }: VersionsProps) {
  const { t } = useLingui()
  return (
    <Card aria-labelledby="versions-title">
      <CardHeader id="versions-title" title={t`Versions`} note={t`Learned at night, the newest first.`} />
      {versions.length === 0 && <EmptyState title={t`No learned weights yet.`} />}
      <ul className="divide-y">
        {versions.map(({ version, gate }) => {
          const missing = gate.filter((condition) => !condition.met)
          return (
            <li key={version} className="space-y-2 px-4 py-3 text-sm">
              <p className="font-medium">{version}</p>
              <ul className="list-disc pl-5 text-ink-2">
                {missing.map((condition) => (
                  <li key={condition.code}>{condition.text}</li>
                ))}
              </ul>
              <Button
                size="sm"
                busy={isBusy}
                disabled={missing.length > 0 || !hasReason || version === champion.version}
                onClick={() => onPromote(version)}
              >
                <Trans>Let it decide from the next session on</Trans>
              </Button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
