import { ApiError } from '@strikewise/wire/api-error.ts'
import { topicText } from '@strikewise/wire/live-stream.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { OptionChainRow } from '@strikewise/wire/option-chain.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { pollUnlessStreamed } from '../../lib/stream/poll-intervals.ts'

/**
 * The Nifty option chain: the strikes around the money from the stream, or all of them every second. A failed poll, or a reply that is no list, empties the
 * table (specification §8).
 */
export const optionChainQuery = queryOptions({
  queryKey: ['option_chain_table'],
  queryFn: async ({ signal }): Promise<OptionChainRow[]> => {
    try {
      return await api.call('optionChainTable', { signal })
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && error.status === 401)) throw error
      console.error('option chain could not be read', error)
      return []
    }
  },
  ...pollUnlessStreamed(topicText({ route: 'optionChainTable', symbol: 'NIFTY' }), 1000),
  retry: false,
})

/** What the open interest of the whole Nifty chain shows. */
export const chainWallsQuery = queryOptions({
  queryKey: ['option_chain_walls'],
  queryFn: ({ signal }) => api.call('optionChainWalls', { signal }),
  ...pollUnlessStreamed(topicText({ route: 'optionChainWalls', symbol: 'NIFTY' }), 3000),
  retry: false,
})

/** The extra columns of the Nifty chain, as often as they are renewed. Only asked for where they are shown. */
export const chainDetailsQuery = queryOptions({
  queryKey: ['option_chain_details'],
  queryFn: ({ signal }) => api.call('optionChainDetails', { signal }),
  ...pollUnlessStreamed(topicText({ route: 'optionChainDetails', symbol: 'NIFTY' }), 1000),
  retry: false,
})

/** How often the whole chain is read while the stream does not carry it. */
const WHOLE_CHAIN_MS = 3000

/** Every strike of an index. */
export const wholeChainQuery = (symbol: IndexSymbol) =>
  queryOptions({
    queryKey: ['option_chain_table', symbol, 'all'],
    queryFn: ({ signal }) => api.call('optionChainTable', { query: { symbol }, signal }),
    ...pollUnlessStreamed(topicText({ route: 'optionChainTable', symbol, strikes: 'all' }), WHOLE_CHAIN_MS),
    retry: false,
  })

/** Volatility, greeks and volume of every strike of an index. */
export const wholeDetailsQuery = (symbol: IndexSymbol) =>
  queryOptions({
    queryKey: ['option_chain_details', symbol, 'all'],
    queryFn: ({ signal }) => api.call('optionChainDetails', { query: { symbol }, signal }),
    ...pollUnlessStreamed(topicText({ route: 'optionChainDetails', symbol, strikes: 'all' }), WHOLE_CHAIN_MS),
    retry: false,
  })

/** What the open interest of an index's whole chain shows. */
export const wallsQuery = (symbol: IndexSymbol) =>
  queryOptions({
    queryKey: ['option_chain_walls', symbol, 'all'],
    queryFn: ({ signal }) => api.call('optionChainWalls', { query: { symbol }, signal }),
    ...pollUnlessStreamed(topicText({ route: 'optionChainWalls', symbol }), WHOLE_CHAIN_MS),
    retry: false,
  })
