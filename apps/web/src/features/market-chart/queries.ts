import type { TradeChartReply } from '@strikewise/wire/trade-chart.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { pollUnlessHinted } from '../../lib/stream/poll-intervals.ts'
import { firstRequestedMinute, joinedMinutes } from './joined-minutes.ts'

/** With the stream, which shows changes of the trade, its price and the index: what remains is the volatility of the option. */
const WITH_STREAM_MS = 60_000
/** How often the levels of the index at the stop and at the target are asked for: time has passed. */
const LEVELS_EVERY_MS = 10_000
const hinted = pollUnlessHinted('trades', 2000, WITH_STREAM_MS)

/** A decision is made each minute: what is marked is at most two minutes behind. */
const NO_TRADE_EVERY_MS = 60_000

const PAST_DAY_FRESH_MS = 600_000

/** Why an index was not entered in the minutes of a day, those in a row with one reason as one. */
export const noTradeQuery = (symbol: IndexSymbol, date: IstDate) =>
  queryOptions({
    queryKey: ['no_trade_minutes', symbol, date],
    queryFn: ({ signal }) => api.call('noTradeMinutes', { query: { symbol, date }, signal }),
    refetchInterval: NO_TRADE_EVERY_MS,
    retry: false,
  })

/** An index on a past day. Its bars stay as they are; the newest day gets a next one in the morning. */
export const indexDayQuery = (symbol: IndexSymbol, date: IstDate) =>
  queryOptions({
    queryKey: ['index_day', symbol, date],
    queryFn: ({ signal }) => api.call('indexDay', { query: { symbol, date }, signal }),
    staleTime: PAST_DAY_FRESH_MS,
    retry: false,
  })

/** One trade on its own option, every 2 s while it is open, less often with the stream. Only the minutes that may have changed are asked for. */
export const tradeChartQuery = (uid: string, tradeId: string) =>
  queryOptions({
    queryKey: ['trade_chart', uid, tradeId],
    queryFn: async ({ signal, client, queryKey }): Promise<TradeChartReply> => {
      const known = client.getQueryData<TradeChartReply>(queryKey)
      const polls = client.getQueryState(queryKey)?.dataUpdateCount ?? 0
      const from = firstRequestedMinute(known?.candles, polls)
      const fresh = await api.call('tradeChart', {
        query: { uid, trade_id: tradeId, ...(from === undefined ? {} : { from }) },
        signal,
      })
      return known === undefined ? fresh : { ...fresh, candles: joinedMinutes(known.candles, fresh.candles) }
    },
    ...hinted,
    refetchInterval: (query) => (query.state.data?.status === 'Closed' ? false : hinted.refetchInterval()),
    retry: false,
  })

/** The same trade for who shows its levels alone. */
export const tradeLevelsQuery = (uid: string, tradeId: string) => ({
  ...tradeChartQuery(uid, tradeId),
  refetchInterval: () => Math.max(LEVELS_EVERY_MS, hinted.refetchInterval()),
})
