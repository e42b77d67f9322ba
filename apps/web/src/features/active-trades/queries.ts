import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** How the user's open trades stand at the last prices, every 2 s. A failed poll leaves what is shown. */
export const livePnlQuery = (uid: string, date: string) =>
  queryOptions({
    queryKey: ['live_pnl', uid, date],
    queryFn: ({ signal }) => api.call('livePnl', { query: { uid, date }, signal }),
    refetchInterval: 2000,
    retry: false,
  })
