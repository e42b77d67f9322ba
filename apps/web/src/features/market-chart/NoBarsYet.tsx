import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorDetail } from '../../messages/error-detail.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ChartSkeleton, FRAME_HEIGHT } from './ChartFrame.tsx'

interface NoBarsYetProps {
  /** The candles of today. */
  query: Pick<UseQueryResult, 'data' | 'error' | 'isPending' | 'refetch'>
  /** Name of the index. */
  name: string
}

/** In place of an index's chart while there is no bar to draw: it loads, could not be read, or the session is ahead. */
export function NoBarsYet({ query, name }: NoBarsYetProps) {
  const { t } = useLingui()
  if (query.isPending)
    return (
      <div role="status" aria-label={t`Loading...`} className={FRAME_HEIGHT}>
        <ChartSkeleton />
      </div>
    )
  if (query.data === undefined)
    return (
      <ErrorState
        title={t`Couldn’t load the chart`}
        hint={errorDetail(query.error)}
        onRetry={() => void query.refetch()}
        className={FRAME_HEIGHT}
      />
    )
  return (
    <EmptyState title={t`No bars of ${name} yet`} hint={t`Today’s candles start at 09:15.`} className={FRAME_HEIGHT} />
  )
}
