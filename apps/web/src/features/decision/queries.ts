import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { topicText } from '@strikewise/wire/live-stream.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { pollUnlessStreamed } from '../../lib/stream/poll-intervals.ts'

/** The newest decision of an index on a day, from the stream or every 2 s. */
export const lastDecisionQuery = (symbol: IndexSymbol, date: IstDate) =>
  queryOptions({
    queryKey: ['decisions', symbol, date],
    queryFn: ({ signal }) => api.call('decisions', { query: { symbol, date, limit: 1 }, signal }),
    ...pollUnlessStreamed(topicText({ route: 'decisions', symbol, date }), 2000),
    retry: false,
  })
