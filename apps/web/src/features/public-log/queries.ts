import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The days that are over, newest first. */
export const publicLogQuery = queryOptions({
  queryKey: ['record'],
  queryFn: ({ signal }) => api.call('record', { signal }),
  staleTime: 60_000,
  retry: false,
})
