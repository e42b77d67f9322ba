import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Where the caller's alerts go, and which. Asked often: a chat is paired, and a message arrives, outside of the page. */
export const alertSettingsQuery = queryOptions({
  queryKey: ['alert-settings'],
  queryFn: ({ signal }) => api.call('alertSettings', { signal }),
  refetchInterval: 3_000,
})
