import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** What the user's own closed trades brought. Recomputed when a page asks, at most once a minute. */
export const edgeQuery = queryOptions({
  queryKey: ['edge'],
  queryFn: ({ signal }) => api.call('edge', { signal }),
  staleTime: 60_000,
})
