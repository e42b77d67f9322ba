import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Which decision is asked about: that of an index for a minute (`2026-11-20T10:42`), or one by its id. */
export type WhySearch = { readonly symbol: IndexSymbol; readonly minute: string } | { readonly id: string }

/** A decision and what it was made from. It never changes; which minute comes next does. */
export const whyQuery = (asked: WhySearch) =>
  queryOptions({
    queryKey: ['why', asked],
    queryFn: ({ signal }) =>
      'id' in asked
        ? api.call('whyDecision', { params: { id: asked.id }, signal })
        : api.call('why', { query: asked, signal }),
    refetchInterval: ({ state }) => (state.data?.next === null ? 15_000 : false),
    retry: false,
  })

/** How the weights came to be: a night adds to it, an operator may change what decides. */
export const weightsHistoryQuery = queryOptions({
  queryKey: ['weights'],
  queryFn: ({ signal }) => api.call('weightsStory', { signal }),
  staleTime: 300_000,
})
