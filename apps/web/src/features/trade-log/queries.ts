import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { pollUnlessHinted } from '../../lib/stream/poll-intervals.ts'

/** Closed trades of one day, when the stream shows that they changed, or every 10 s. A failed poll is logged and leaves the table as it is. */
export const tradeLogQuery = (uid: string, date: string) =>
  queryOptions({
    queryKey: ['user_trade_logs', uid, date],
    queryFn: ({ signal }) => api.call('userTradeLogs', { query: { uid, date, closed_only: 'true' }, signal }),
    ...pollUnlessHinted('trades', 10_000),
    retry: false,
  })

/** What became of the plans of a day's closed trades; asked as often as the trades themselves. */
export const tradeTrackerQuery = (uid: string, date: string) =>
  queryOptions({
    queryKey: ['trade_tracker', uid, date],
    queryFn: ({ signal }) => api.call('tradeTracker', { query: { uid, date }, signal }),
    ...pollUnlessHinted('trades', 10_000),
    retry: false,
  })
