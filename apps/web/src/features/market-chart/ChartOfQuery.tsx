import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorDetail } from '../../messages/error-detail.ts'
import { ErrorState } from '../../ui/states.tsx'
import { ChartSkeleton, FRAME_HEIGHT } from './ChartFrame.tsx'

interface ChartOfQueryProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** The chart, once its data have arrived. */
  children: (data: Data) => ReactNode
}

/** A chart whose data are asked for: while they load, when they cannot be had, and then the chart; of one height. */
export function ChartOfQuery<Data>({ query: { data, error, isPending, refetch }, children }: ChartOfQueryProps<Data>) {
  const { t } = useLingui()
  if (isPending)
    return (
      <div role="status" aria-label={t`Loading...`} className={FRAME_HEIGHT}>
        <ChartSkeleton />
      </div>
    )
  if (data === undefined)
    return (
      <ErrorState
        title={t`Couldn’t load the chart`}
        hint={errorDetail(error)}
        onRetry={() => void refetch()}
        className={FRAME_HEIGHT}
      />
    )
  return children(data)
}
