import type { TradeChartReply } from '@strikewise/wire/trade-chart.ts'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { tradeChartQuery } from '../market-chart/queries.ts'
import { tradeEnds, type TradeEnds } from './position.ts'

/** How often the level of the index at the stop is computed from a fresh price of the option. */
const LEVEL_EVERY_MS = 10_000

/** How an open trade would end; undefined until its chart is known, or without a trade. */
export function useTradeEnds(uid: string, trade: ShownTradeRow | undefined): TradeEnds | undefined {
  // The stop of the row: the one of the chart may be older.
  const stop = trade?.stop_price ?? undefined
  const select = useCallback((chart: TradeChartReply) => tradeEnds(chart, stop), [stop])
  const { data } = useQuery({
    ...tradeChartQuery(uid, trade?.trade_id ?? ''),
    enabled: trade !== undefined,
    refetchInterval: LEVEL_EVERY_MS,
    select,
  })
  return data
}
