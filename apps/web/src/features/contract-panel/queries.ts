import type { IndexSymbol, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { ContractChartReply } from '@strikewise/wire/contract-chart.ts'
import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { firstRequestedMinute, joinedMinutes } from '../market-chart/joined-minutes.ts'

/** The server reads a contract once it is asked for it: what is not there yet comes a moment later. */
const FIRST_MS = 700
const REFRESH_MS = 2000
/** After so many answers without it the server does not have it. */
const PATIENCE = 12

export interface ContractTerms {
  readonly symbol: IndexSymbol
  readonly strike: number
  readonly side: OptionSide
  readonly expiry: IstDate
}

export interface ContractDay extends ContractChartReply {
  /** Whether what was not read yet may still come. */
  readonly isAwaited: boolean
}

/** An option with its minutes of today and its other expiries. After the first answer only minutes that may have changed are read. */
export const contractDayQuery = ({ symbol, strike, side, expiry }: ContractTerms) =>
  queryOptions({
    queryKey: ['contract_chart', symbol, strike, side, expiry],
    queryFn: async ({ signal, client, queryKey }): Promise<ContractDay> => {
      const known = client.getQueryData<ContractDay>(queryKey)
      const polls = client.getQueryState(queryKey)?.dataUpdateCount ?? 0
      const from = firstRequestedMinute(known?.candles ?? undefined, polls)
      const terms = { symbol, strike, side, expiry }
      const fresh = await api.call('contractChart', {
        query: from === undefined ? terms : { ...terms, from },
        signal,
      })
      const isAwaited = (fresh.candles === null || fresh.quotes === null) && polls < PATIENCE
      if (known?.candles == null || fresh.candles === null) return { ...fresh, isAwaited }
      return { ...fresh, candles: joinedMinutes(known.candles, fresh.candles), isAwaited }
    },
    refetchInterval: ({ state: { data } }) => (data?.isAwaited === true ? FIRST_MS : REFRESH_MS),
    retry: false,
    // The minutes of a contract are many; one that is opened again is read again.
    gcTime: 60_000,
  })

/** Past sessions of an option. `today` is part of the key: a session joins them each night. */
export const contractHistoryQuery = (terms: ContractTerms, today: IstDate) =>
  queryOptions({
    queryKey: ['contract_history', terms, today],
    queryFn: async ({ signal, client, queryKey }) => {
      const fresh = await api.call('contractHistory', { query: terms, signal })
      return { ...fresh, isAwaited: fresh.days === null && pollsOf(client, queryKey) < PATIENCE }
    },
    refetchInterval: ({ state: { data } }) => (data?.isAwaited === true ? FIRST_MS : false),
    retry: false,
  })

/** The minutes of an option in one past session. */
export const contractHistoryMinutesQuery = (terms: ContractTerms, date: IstDate) =>
  queryOptions({
    queryKey: ['contract_history_minutes', terms, date],
    queryFn: async ({ signal, client, queryKey }) => {
      const fresh = await api.call('contractHistoryMinutes', { query: { ...terms, date }, signal })
      return { ...fresh, isAwaited: fresh.minutes === null && pollsOf(client, queryKey) < PATIENCE }
    },
    refetchInterval: ({ state: { data } }) => (data?.isAwaited === true ? FIRST_MS : false),
    retry: false,
  })

const pollsOf = (client: QueryClient, key: QueryKey): number => client.getQueryState(key)?.dataUpdateCount ?? 0
