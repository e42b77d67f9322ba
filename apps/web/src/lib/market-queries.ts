import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { topicText } from '@strikewise/wire/live-stream.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { pollUnlessStreamed } from './stream/poll-intervals.ts'

/** Prices of both indices, from the stream or every 2 s. A failed poll is logged and leaves what is shown. */
export const indicesQuery = queryOptions({
  queryKey: ['live_indices'],
  queryFn: ({ signal }) => api.call('liveIndices', { signal }),
  ...pollUnlessStreamed(topicText({ route: 'liveIndices' }), 2000),
  retry: false,
})

/**
 * Today's one-minute bars of one index. Longer bars are rolled up from them, so that their last one is live too; between
 * two polls the last bar follows the price above.
 */
export const candlesQuery = (symbol: IndexSymbol) =>
  queryOptions({
    queryKey: ['index_candles', symbol],
    queryFn: ({ signal }) => api.call('indexCandles', { query: { symbol, tf: '1m' }, signal }),
    ...pollUnlessStreamed(topicText({ route: 'indexCandles', symbol }), 10_000),
    retry: false,
  })

/** The bars of the session before today's: the same all day, but for the night it changes in. */
export const candlesBeforeQuery = (symbol: IndexSymbol) =>
  queryOptions({
    queryKey: ['index_candles_before', symbol],
    queryFn: ({ signal }) => api.call('indexCandlesBefore', { query: { symbol }, signal }),
    refetchInterval: (query) => (query.state.data?.length ? 600_000 : 30_000),
    retry: false,
  })
