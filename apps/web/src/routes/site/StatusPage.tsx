import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { useQuery } from '@tanstack/react-query'
import { Article } from '../../features/site/Article.tsx'
import { StatusBoard } from '../../features/status/StatusBoard.tsx'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../lib/error-detail.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { ErrorState, LoadingState } from '../../ui/states.tsx'

const EVERY_MS = 30_000

export function StatusPage() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => api.call('status', { signal }),
    refetchInterval: EVERY_MS,
  })
  return (
    <Article
      title="Status"
      lead="What our own probes found, once a minute. Days are days in India."
      {...(data === undefined || data.looked_at === null ? {} : { note: `Last look ${wireTime(data.looked_at)} IST` })}
      wide
    >
      {isPending && <LoadingState label="Asking..." className="min-h-60" />}
      {data !== undefined && <StatusBoard status={data} today={istDateAt(Date.now() as EpochMs)} />}
      {data === undefined && !isPending && (
        <ErrorState
          title="The server does not answer"
          hint={`${errorDetail(error)} Stops that rest at the exchange are not affected.`}
          onRetry={() => void refetch()}
        />
      )}
    </Article>
  )
}
