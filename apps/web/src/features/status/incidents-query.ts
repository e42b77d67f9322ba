import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Open incidents and those of the last 90 days, every 30 s. */
export const incidentsQuery = queryOptions({
  queryKey: ['incidents'],
  queryFn: ({ signal }) => api.call('incidents', { signal }),
  refetchInterval: 30_000,
})
