import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The newest decision of an index on a day, every 2 s. */
export const lastDecisionQuery = (symbol: IndexSymbol, date: string) =>
  queryOptions({
    queryKey: ['decisions', symbol, date],
    queryFn: ({ signal }) => api.call('decisions', { query: { symbol, date, limit: 1 }, signal }),
    refetchInterval: 2000,
    retry: false,
  })
