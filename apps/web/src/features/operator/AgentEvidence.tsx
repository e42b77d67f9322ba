import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agentTitle } from '../../lib/agent-title.ts'
import { decimalText } from '../../lib/format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { INDEX_NAMES } from '../market-chart/index-names.ts'
import { agentEvidenceQuery } from './queries.ts'

type Evidence = CallReply<'operatorAgentEvidence'>
type Agent = Evidence['agents'][number]
type Interval = Agent['changes']

const HORIZONS = ['5', '15', '30', '60', 'close'] as const
type Horizon = (typeof HORIZONS)[number]

/** What the voting agents knew of the next move of the index, from the product's own decisions. */
export function AgentEvidence() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(agentEvidenceQuery)
  return (
    <Card aria-labelledby="evidence-title">
      <CardHeader
        id="evidence-title"
        title={t`What the agents knew`}
        note={t`From the decision log. An interval that holds zero shows nothing.`}
      />
      {isPending ? (
        <LoadingState label={t`Loading...`} className="min-h-40" />
      ) : data === undefined ? (
        <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      ) : data.agents.length === 0 ? (
        <EmptyState title={t`No decision is recorded yet.`} />
      ) : (
        <Figures of={data} />
      )}
    </Card>
  )
}

function Figures({ of: { agents, sessions, from, to } }: { of: Evidence }) {
  const { t } = useLingui()
  const [symbol, setSymbol] = useState<IndexSymbol>('NIFTY')
  const [ahead, setAhead] = useState<Horizon>('30')
  const shown = agents.filter((one) => one.symbol === symbol)
  return (
    <div className="space-y-4 py-4">
      <div className="flex flex-wrap gap-3 px-4">
        <Segments
          label={t`Index`}
          value={symbol}
          options={(['NIFTY', 'BANKNIFTY'] as const).map((value) => ({ value, label: INDEX_NAMES[value] }))}
          onChange={setSymbol}
        />
        <Segments
          label={t`Minutes ahead`}
          value={ahead}
          options={HORIZONS.map((value) => ({ value, label: value === 'close' ? t`Close` : value }))}
          onChange={setAhead}
        />
      </div>
      <p className="px-4 text-sm text-ink-2">
        <Trans>
          <Plural value={sessions} one="# session" other="# sessions" />, {from} to {to}. In brackets the 95% interval
          over sessions.
        </Trans>
      </p>
      {shown.length === 0 ? (
        <EmptyState title={t`No decision is recorded yet.`} />
      ) : (
        <>
          <Totals agents={shown} ahead={ahead} />
          <Sessions agents={shown} />
        </>
      )}
    </div>
  )
}

function Totals({ agents, ahead }: { agents: readonly Agent[]; ahead: Horizon }) {
  const { i18n, t } = useLingui()
  const minutes = ahead === 'close' ? null : Number(ahead)
  return (
    <TableFrame label={t`Agents over all sessions`}>
      <Table cards>
        <thead>
          <tr>
            <Th>{t`Agent`}</Th>
            <Th align="end">{t`Signals`}</Th>
            <Th align="end">{t`Rank correlation`}</Th>
            <Th align="end">{t`Right`}</Th>
            <Th align="end">{t`Pays, bp of the index`}</Th>
            <Th align="end">{t`Turns a session`}</Th>
          </tr>
        </thead>
        <tbody>
          {agents.map(({ agent, changes, ahead: horizons }) => {
            const found = horizons.find((one) => one.minutes === minutes)
            return (
              <tr key={agent}>
                <Td head="start">{agentTitle(i18n, agent)}</Td>
                <Td align="end" label={t`Signals`}>
                  {found?.signals ?? 0}
                </Td>
                <Td align="end" label={t`Rank correlation`}>
                  {intervalText(found?.correlation, 2)}
                </Td>
                <Td align="end" label={t`Right`}>
                  {intervalText(found?.right, 0, 100, '%')}
                </Td>
                <Td align="end" label={t`Pays, bp of the index`}>
                  {intervalText(found?.pays_bp, 1)}
                </Td>
                <Td align="end" label={t`Turns a session`}>
                  {intervalText(changes, 1)}
                </Td>
              </tr>
            )
          })}
        </tbody>
      </Table>
    </TableFrame>
  )
}

/** Share of right signals by session, the newest first. */
function Sessions({ agents }: { agents: readonly Agent[] }) {
  const { i18n, t } = useLingui()
  const days = [...new Set(agents.flatMap(({ sessions }) => sessions.map(({ day }) => day)))].toSorted().toReversed()
  return (
    <TableFrame label={t`Right by session, 30 minutes ahead`}>
      <Table>
        <caption className="px-4 py-2 text-left text-sm font-medium">{t`Right by session, 30 minutes ahead`}</caption>
        <thead>
          <tr>
            <Th>{t`Session`}</Th>
            {agents.map(({ agent }) => (
              <Th key={agent} align="end">
                {agentTitle(i18n, agent)}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day}>
              <Td head="start">{day}</Td>
              {agents.map(({ agent, sessions }) => (
                <Td key={agent} align="end" label={agentTitle(i18n, agent)}>
                  {shareText(sessions.find((one) => one.day === day))}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

function shareText(session: Agent['sessions'][number] | undefined): string {
  if (session === undefined || session.right === null) return '–'
  return `${decimalText(100 * session.right, 0)}% / ${session.signals}`
}

function intervalText(of: Interval | undefined, digits: number, scale = 1, unit = ''): string {
  if (of === undefined || of === null) return '–'
  const [value, low, high] = [of.value, of.low, of.high].map((one) => decimalText(scale * one, digits))
  return `${value}${unit} (${low} – ${high})`
}
