import type { TradeChartReply } from '@strikewise/wire/trade-chart.ts'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { tradeLevelsQuery } from '../market-chart/queries.ts'
import { tradeEnds, type TradeEnds } from './position.ts'

/** How an open trade would end; undefined until its chart is known, or without a trade. */
export function useTradeEnds(uid: string, trade: ShownTradeRow | undefined): TradeEnds | undefined {
  // The stop of the row: the one of the chart may be older.
  const stop = trade?.stop_price ?? undefined
  const select = useCallback((chart: TradeChartReply) => tradeEnds(chart, stop), [stop])
  const { data } = useQuery({
    ...tradeLevelsQuery(uid, trade?.trade_id ?? ''),
    enabled: trade !== undefined,
    select,
  })
  return data
}
