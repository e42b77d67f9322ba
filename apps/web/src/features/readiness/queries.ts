import type { Me } from '@strikewise/wire/account.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/**
 * The morning's checks, read every 15 s while they are shown (the server answers from what it holds), and at once when the
 * user's login or pause has changed.
 */
export const readinessQuery = ({ zerodha: { connected, last_updated }, stop }: Pick<Me, 'zerodha' | 'stop'>) =>
  queryOptions({
    queryKey: ['readiness', connected, last_updated, stop.user],
    queryFn: ({ signal }) => api.call('readiness', { signal }),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  })
