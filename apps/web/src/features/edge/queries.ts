import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** What the user's own closed trades brought. It changes when a trade closes. */
export const edgeQuery = queryOptions({
  queryKey: ['edge'],
  queryFn: ({ signal }) => api.call('edge', { signal }),
  refetchInterval: 60_000,
})
