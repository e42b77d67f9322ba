import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { ApiError } from '@strikewise/wire/api-error.ts'
import { topicText } from '@strikewise/wire/live-stream.ts'
import type { SignalsReply } from '@strikewise/wire/market.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { pollUnlessStreamed } from '../../lib/stream/poll-intervals.ts'

export type Signal = SignalsReply[string]

/**
 * Signals of one index, from the stream, or every 2 s, each second for the plans that are sold so. A failed poll is logged and yields no
 * signals (specification §8).
 */
export const signalsQuery = (symbol: IndexSymbol, refreshSeconds: number) =>
  queryOptions({
    queryKey: ['signals', symbol],
    queryFn: async ({ signal }): Promise<SignalsReply> => {
      try {
        return await api.call('signals', { query: { symbol }, signal })
      } catch (error) {
        if (signal.aborted || (error instanceof ApiError && error.status === 401)) throw error
        console.error('signals could not be read', error)
        return {}
      }
    },
    ...pollUnlessStreamed(topicText({ route: 'signals', symbol }), refreshSeconds * 1000),
    retry: false,
  })

/** The basic MACD, VWAP and RSI values, from the stream or every 2 s. */
export const indicatorValuesQuery = (symbol: IndexSymbol) =>
  queryOptions({
    queryKey: ['indicator_values', symbol],
    queryFn: ({ signal }) => api.call('indicatorValues', { query: { symbol }, signal }),
    ...pollUnlessStreamed(topicText({ route: 'indicatorValues', symbol }), 2000),
    retry: false,
  })
