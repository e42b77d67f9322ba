import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { LEARNING } from '@strikewise/signals/learning/learning-params.ts'
import type { WeightsHistory as Story } from '@strikewise/wire/learning.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { decimalText } from '../../lib/format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { AgentTitle } from '../../ui/AgentTitle.tsx'
import { weightsHistoryQuery } from './queries.ts'

/** Why a version does not decide: each condition it lacks, without its figures. */
const LACKS = {
  evidence: msg`it has not been tested on sessions it was not made from`,
  code: msg`it was tested with other code or other weights than run now`,
  out_of_sample: msg`its test began in sessions it may have learned from`,
  deflated_sharpe: msg`its result cannot be distinguished from luck, given the number of trials`,
  overfitting: msg`it is too likely to be overfitted`,
  trades: msg`its test had too few trades`,
  baselines: msg`it was no better than simple rules`,
  registered: msg`it has no successful test that was registered before its sessions`,
} as const satisfies Record<Story['training_runs'][number]['missing'][number], MessageDescriptor>

/** Under a decision: how the weights of the votes came to be, for who asks. */
export function WeightsHistory() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <div className="border-t">
      <Button tone="quiet" size="sm" className="m-2" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? t`Hide how these weights were learned` : t`How these weights were learned`}
      </Button>
      {open && <TrainingRuns />}
    </div>
  )
}

function TrainingRuns() {
  const { i18n, t } = useLingui()
  const horizons = new Intl.ListFormat(i18n.locale).format(LEARNING.votes.horizons.map(String))
  const { leastSessions } = LEARNING.votes
  const sessions = LEARNING.calibration.sessions + LEARNING.calibration.testSessions
  const { data, error, isPending, refetch } = useQuery(weightsHistoryQuery)
  if (isPending) return <LoadingState label={t`Loading...`} className="min-h-40" />
  if (data === undefined)
    return <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
  return (
    <div className="pb-3 text-sm">
      <p className="px-4 pb-2 text-ink-2">
        <Trans>
          After each session the product measures whether the index went the way each agent voted, {horizons} minutes
          later, over the last {sessions} sessions. Every agent starts with the same vote. The surer the measurement,
          the further its vote moves from that: up for agents that were right more often, down for the others.
        </Trans>
      </p>
      <p className="px-4 pb-2 text-ink-2">
        <Trans>
          An agent whose votes went against the index beyond chance has no vote. It is still computed and measured, and
          gets a vote again when the measurement allows it. Under {leastSessions} sessions nothing is known and all
          votes are equal. Such a version decides nothing until a test on later sessions passes every condition and a
          person approves it.
        </Trans>
      </p>
      <Decides story={data} />
      {data.training_runs.length === 0 ? (
        <EmptyState title={t`No learned weights yet.`} />
      ) : (
        <TrainingRunsTable story={data} />
      )}
    </div>
  )
}

function Decides({ story: { decides, changes } }: { story: Story }) {
  const { t } = useLingui()
  const name = decides.version ?? t`the default weights`
  const { since } = decides
  return (
    <div className="px-4 pb-3">
      <p className="font-medium">
        {since === null ? (
          <Trans>What decides today: {name}.</Trans>
        ) : (
          <Trans>
            What decides today: {name}, since {since}.
          </Trans>
        )}
      </p>
      <ul className="mt-1 list-disc pl-5 text-ink-2">
        {changes.map(({ kind, version, from, by_rule: byRule, reason }) => {
          const to = version ?? t`the default weights`
          return (
            <li key={`${from} ${kind} ${to}`}>
              {kind === 'promoted' ? (
                <Trans>
                  From {from}: {to}, approved.
                </Trans>
              ) : byRule ? (
                <Trans>
                  From {from}: rolled back to {to} for poor results.
                </Trans>
              ) : (
                <Trans>
                  From {from}: back to {to}, by a person.
                </Trans>
              )}{' '}
              {byRule ? reason : <q lang="en">{reason}</q>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function TrainingRunsTable({ story }: { story: Story }) {
  const { t } = useLingui()
  const agents = Object.keys(story.written)
  return (
    <TableFrame label={t`What each night learned, newest first`}>
      <Table>
        <thead>
          <tr>
            <Th>
              <Trans>Night of</Trans>
            </Th>
            <Th>
              <Trans>Learned from</Trans>
            </Th>
            {agents.map((agent) => (
              <Th key={agent} align="end">
                <AgentTitle agent={agent} />
              </Th>
            ))}
            <Th>
              <Trans>Why it does not decide</Trans>
            </Th>
          </tr>
        </thead>
        <tbody>
          {story.training_runs.map(({ version, made_from: { sessions, labels, from }, before, weights, missing }) => (
            <tr key={version}>
              <Td className="font-medium">{version}</Td>
              <Td className="text-ink-2">
                <Trans>
                  {sessions} sessions from {from}, {labels} minutes
                </Trans>
              </Td>
              {agents.map((agent) => (
                <Td key={agent} align="end">
                  {before?.[agent] !== undefined && (
                    <span className="text-ink-3">{decimalText(before[agent], 3)} → </span>
                  )}
                  {weights[agent] === undefined
                    ? '–'
                    : weights[agent] === 0
                      ? t`no vote`
                      : decimalText(weights[agent], 3)}
                </Td>
              ))}
              <Td wrap className="min-w-72 text-ink-2">
                {version === story.decides.version
                  ? t`It decides.`
                  : missing.length === 0
                    ? t`It can be approved; it has not been, or another one was.`
                    : missing.map((code) => t(LACKS[code])).join('; ')}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}
