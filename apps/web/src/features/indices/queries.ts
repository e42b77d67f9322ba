import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Prices of both indices, every 2 s. A failed poll is logged and leaves what is shown. */
export const indicesQuery = queryOptions({
  queryKey: ['live_indices'],
  queryFn: ({ signal }) => api.call('liveIndices', { signal }),
  refetchInterval: 2000,
  retry: false,
})

/** One-minute bars of one index for its small chart. */
export const candlesQuery = (symbol: IndexSymbol) =>
  queryOptions({
    queryKey: ['index_candles', symbol],
    queryFn: ({ signal }) => api.call('indexCandles', { query: { symbol, tf: '1m' }, signal }),
    refetchInterval: 5000,
    retry: false,
  })
