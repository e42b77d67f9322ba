import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The alerts the caller has defined. Asked often: what was notified changes outside of the page. */
export const customAlertsQuery = queryOptions({
  queryKey: ['custom-alerts'],
  queryFn: ({ signal }) => api.call('customAlerts', { signal }),
  refetchInterval: 10_000,
})
