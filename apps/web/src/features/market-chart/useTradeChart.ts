import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { epochOf } from '../../lib/ist-format.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { livePnlQuery } from '../active-trades/queries.ts'
import { withPrice } from './bars.ts'
import { tradeChartQuery } from './queries.ts'

/** A trade's chart. Between two answers its last minute follows the price of its option, where the page shows the open P&L. */
export function useTradeChart(uid: string, tradeId: string) {
  const query = useQuery(tradeChartQuery(uid, tradeId))
  const { data: standings } = useQuery({ ...livePnlQuery(uid, useMarketToday()), enabled: false })
  const row = standings?.find(({ trade_id }) => trade_id === tradeId)
  const price = row?.last_price ?? undefined
  const at = epochOf(row?.as_of)
  const { data } = query
  const chart = useMemo(() => {
    if (data === undefined || data.status === 'Closed' || price === undefined || at === undefined) return data
    const candles = withPrice(data.candles, price, at)
    return candles === data.candles ? data : { ...data, candles: [...candles] }
  }, [data, price, at])
  return { ...query, data: chart }
}
