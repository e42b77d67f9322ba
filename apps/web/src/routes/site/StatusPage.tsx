import { Trans, useLingui } from '@lingui/react/macro'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { useQuery } from '@tanstack/react-query'
import { Article } from '../../features/site/Article.tsx'
import { OpenIncidents } from '../../features/status/OpenIncidents.tsx'
import { PastIncidents } from '../../features/status/PastIncidents.tsx'
import { StatusBoard } from '../../features/status/StatusBoard.tsx'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'

const EVERY_MS = 30_000

export function StatusPage() {
  const { t } = useLingui()
  const { data, error, isError, isPending, refetch } = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => api.call('status', { signal }),
    refetchInterval: EVERY_MS,
  })
  const checkedAt = data?.checked_at ?? null
  const lastCheck = checkedAt === null ? null : wireTime(checkedAt)
  const failure = errorDetail(error)
  return (
    <Article
      title={<Trans>Status</Trans>}
      lead={<Trans>Results of our own checks, every minute. Days in IST.</Trans>}
      {...(lastCheck === null ? {} : { note: t`Last check ${lastCheck} IST` })}
      wide
    >
      {isPending && <LoadingState label={t`Loading...`} className="min-h-60" />}
      {data !== undefined && isError && (
        <Notice tone="warn" role="status">
          <Trans>Can’t reach Strikewise. Below is the result of the last check.</Trans>
        </Notice>
      )}
      <OpenIncidents />
      {data !== undefined && <StatusBoard status={data} today={istDateAt(Date.now() as EpochMs)} />}
      {data === undefined && !isPending && (
        <ErrorState
          title={t`Can’t reach Strikewise`}
          hint={t`${failure} Stop-loss orders stay active at the exchange.`}
          onRetry={() => void refetch()}
        />
      )}
      <PastIncidents />
    </Article>
  )
}
