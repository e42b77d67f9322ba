import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { topicText } from '@strikewise/wire/live-stream.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { pollUnlessStreamed } from '../../lib/stream/poll-intervals.ts'

/** How the user's open trades stand at the last prices, from the stream or every 2 s. A failed poll leaves what is shown. */
export const livePnlQuery = (uid: string, date: IstDate) =>
  queryOptions({
    queryKey: ['live_pnl', uid, date],
    queryFn: ({ signal }) => api.call('livePnl', { query: { uid, date }, signal }),
    ...pollUnlessStreamed(topicText({ route: 'livePnl', date }), 2000),
    retry: false,
  })
