import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The stored settings. Not polled: the form holds what the user is typing. */
export const tradeSettingsQuery = queryOptions({
  queryKey: ['trade_settings'],
  queryFn: ({ signal }) => api.call('tradeSettings', { signal }),
  staleTime: 0,
  refetchOnWindowFocus: false,
})
