import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { HealthProblem, RoleReport, ServiceHealth } from '@strikewise/wire/service-health.ts'
import { useQuery } from '@tanstack/react-query'
import { wireTime } from '../../lib/ist-format.ts'
import { ROLE_NAMES } from './service-names.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { LatencyTable } from './LatencyTable.tsx'
import { ProcessTable } from './ProcessTable.tsx'
import { healthQuery } from './queries.ts'
import { ServiceFigures, useFigureName } from './ServiceFigures.tsx'
import { ShardTable } from './ShardTable.tsx'

/** How the processes of the service are doing: what is wrong first, then processes, shards, bounds and latencies. */
export function HealthSection() {
  const { t } = useLingui()
  const query = useQuery(healthQuery)
  const { data, error, isPending, refetch } = query
  if (isPending) return <LoadingState label={t`Loading...`} className="min-h-40" />
  if (data === undefined)
    return <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
  return (
    <div className="space-y-6">
      <NotRefreshed query={query} />
      <Summary health={data} />
      <Builds reports={data.reports} />
      <Card aria-labelledby="health-processes-title">
        <CardHeader
          id="health-processes-title"
          title={t`Processes`}
          note={t`A row for each role of a process, as it reports itself every few seconds`}
        />
        {data.reports.length === 0 ? (
          <EmptyState title={t`No process has reported in the last day.`} />
        ) : (
          <ProcessTable reports={data.reports} />
        )}
      </Card>
      <ShardCard shards={data.shards} />
      <Card aria-labelledby="health-figures-title">
        <CardHeader
          id="health-figures-title"
          title={t`Service`}
          note={t`Bounds are those of the alerts; each alert has a runbook.`}
        />
        <ServiceFigures figures={data.figures} />
      </Card>
      <Card aria-labelledby="health-latency-title">
        <CardHeader
          id="health-latency-title"
          title={t`Latency`}
          note={t`Calls of the last minute: half took at most p50, all but one in a hundred at most p99`}
        />
        <LatencyTable reports={data.reports} />
      </Card>
    </div>
  )
}

function Summary({ health: { as_of: at, problems } }: { health: ServiceHealth }) {
  const { t } = useLingui()
  const asOf = t`As of ${wireTime(at)} IST.`
  if (problems.length === 0)
    return (
      <Notice tone="up" title={t`All is well`}>
        <p>
          <Trans>Every role runs, every shard is led, and no figure is beyond its bound.</Trans> {asOf}
        </p>
      </Notice>
    )
  return (
    <div role="group" aria-label={t`What is wrong`}>
      <Notice tone="down">
        <p className="font-semibold text-down">
          <Plural value={problems.length} one="# problem" other="# problems" />
        </p>
        <ul className="my-1 list-disc space-y-1 pl-4">
          {problems.map((problem, number) => (
            <li key={number}>
              <Problem problem={problem} />{' '}
              <span className="text-ink-3">
                <Trans>Runbook: {problem.alert}</Trans>
              </span>
            </li>
          ))}
        </ul>
        <p>{asOf}</p>
      </Notice>
    </div>
  )
}

/** While a new build is rolled out, processes of two builds are live: that is so, and no problem. */
function Builds({ reports }: Pick<ServiceHealth, 'reports'>) {
  const { t } = useLingui()
  const live = reports.filter(({ state }) => state === 'live')
  const processes = Map.groupBy(live, ({ version }) => version)
  if (processes.size < 2) return null
  return (
    <Notice tone="info" title={t`Processes of more than one build are live`}>
      <ul className="list-disc space-y-1 pl-4">
        {[...processes].map(([version, own]) => {
          const count = new Set(own.map(({ process }) => process)).size
          return (
            <li key={version} className="break-words">
              {version}: <Plural value={count} one="# process" other="# processes" />
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}

function Problem({ problem }: { problem: HealthProblem }) {
  const { t } = useLingui()
  const figureName = useFigureName()
  const processName = ({ role, host, pid }: Pick<RoleReport, 'role' | 'host' | 'pid'>) =>
    `${t(ROLE_NAMES[role])}, ${host} ${pid}`
  switch (problem.kind) {
    case 'role_missing':
      return <Trans>No live process runs the role {t(ROLE_NAMES[problem.role])}.</Trans>
    case 'process_late':
      return <Trans>{processName(problem)} is late with its report.</Trans>
    case 'process_gone':
      return <Trans>{processName(problem)} has stopped reporting.</Trans>
    case 'event_loop_blocked':
      return <Trans>{processName(problem)}: the event loop is blocked.</Trans>
    case 'shards_without_executor':
      return <Plural value={problem.shards} one="# shard has no executor." other="# shards have no executor." />
    case 'lease_without_holder':
      return problem.lease === 'market' ? (
        <Trans>No process leads the market.</Trans>
      ) : (
        <Trans>No process leads the alerts.</Trans>
      )
    case 'figure':
      return <Trans>{figureName(problem)} is beyond its bound.</Trans>
  }
}

function ShardCard({ shards }: Pick<ServiceHealth, 'shards'>) {
  const { t } = useLingui()
  const led = shards.total - shards.unheld.length
  return (
    <Card aria-labelledby="health-shards-title">
      <CardHeader
        id="health-shards-title"
        title={t`Shards of accounts`}
        note={t`${led} of ${shards.total} shards are led`}
      />
      {shards.executors.length === 0 ? (
        <EmptyState title={t`No executor leads a shard.`} />
      ) : (
        <ShardTable executors={shards.executors} />
      )}
      {shards.unheld.length > 0 && (
        <p className="border-t px-4 py-3 text-sm break-words">
          <Trans>Without a valid lease: {shards.unheld.map(({ shard }) => shard).join(', ')}</Trans>
        </p>
      )}
    </Card>
  )
}
