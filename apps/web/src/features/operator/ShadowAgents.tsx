import { Trans, useLingui } from '@lingui/react/macro'
import type { AgentDefinition } from '@strikewise/signals/registry/definition.ts'
import { SHADOW_AGENTS } from '@strikewise/signals/registry/registry.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import { useQuery } from '@tanstack/react-query'
import { agentAbout, agentTitle } from '../../lib/agent-title.ts'
import { biasText } from '../../messages/signals.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Shared } from '../../ui/Shared.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { shadowAgentsQuery } from './queries.ts'

type Shadow = CallReply<'operatorShadowAgents'>['agents'][number]

type Listed = Pick<AgentDefinition, 'name'>

/** Agents on trial, and what each shows now. Nothing is shown while there is none. */
export function ShadowAgents({ agents = SHADOW_AGENTS }: { agents?: readonly Listed[] }) {
  const { i18n, t } = useLingui()
  if (agents.length === 0) return null
  return (
    <Card aria-labelledby="shadow-title">
      <CardHeader
        id="shadow-title"
        title={t`Agents on trial`}
        note={t`Recorded and not voting: no decision, weight or plan counts them.`}
      />
      <ul className="divide-y">
        {agents.map(({ name }) => (
          <li key={name} className="space-y-2 px-4 py-3 text-sm">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium">{agentTitle(i18n, name)}</span>
              <Badge tone="quiet">
                <Trans>Not voting</Trans>
              </Badge>
              <span className="text-ink-3">{agentAbout(i18n, name)}</span>
            </p>
            <Readings agent={name} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Readings({ agent }: { agent: string }) {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(shadowAgentsQuery)
  if (isPending) return <LoadingState label={t`Loading...`} className="min-h-10" />
  if (data === undefined)
    return <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
  const readings = data.agents.filter((one) => one.agent === agent)
  if (readings.length === 0) return <EmptyState title={t`No signal yet today.`} />
  return (
    <ul className="space-y-1 text-ink-2">
      {readings.map((reading) => (
        <Reading key={reading.symbol} {...reading} />
      ))}
    </ul>
  )
}

function Reading({ symbol, signal: { bias, strength, stale, reasons } }: Shadow) {
  const { t } = useLingui()
  return (
    <li>
      <span className="font-medium">{symbol}</span>: {biasText(bias)} {Math.round(100 * strength)}%
      {stale && <span className="text-warn"> ({t`stale`})</span>}
      {reasons.map((reason) => (
        <span key={reason.code} className="block text-ink-3">
          <Shared of={reason} />
        </span>
      ))}
    </li>
  )
}
