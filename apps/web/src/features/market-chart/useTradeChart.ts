import type { TradeChartReply } from '@strikewise/wire/trade-chart.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { epochOf } from '../../lib/ist-format.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { livePnlQuery } from '../active-trades/queries.ts'
import { withPrice } from './bars.ts'
import { indicesQuery } from '../../lib/market-queries.ts'
import { tradeChartQuery } from './queries.ts'

/**
 * A trade's chart. Between two answers its last minute follows the price of its option, where the page shows the open P&L,
 * and the level it is valued at follows the index.
 */
export function useTradeChart(uid: string, tradeId: string) {
  const query = useQuery(tradeChartQuery(uid, tradeId))
  const { data: standings } = useQuery({ ...livePnlQuery(uid, useMarketToday()), enabled: false })
  const row = standings?.find(({ trade_id }) => trade_id === tradeId)
  const price = row?.last_price ?? undefined
  const at = epochOf(row?.as_of)
  const { data } = query
  const { data: indices } = useQuery({ ...indicesQuery, enabled: false })
  const spot = indices?.[data?.symbol === 'BANKNIFTY' ? 'banknifty' : 'nifty50']?.price
  const chart = useMemo(() => {
    if (data === undefined || data.status === 'Closed') return data
    const candles = price === undefined || at === undefined ? data.candles : withPrice(data.candles, price, at)
    return { ...data, candles: [...candles], pricing: atLevel(data.pricing, spot) }
  }, [data, price, at, spot])
  return { ...query, data: chart }
}

type Pricing = TradeChartReply['pricing']

/** The same volatility with the index at `spot`, its forward as far from it as it was. */
function atLevel(pricing: Pricing, spot: number | undefined): Pricing {
  if (pricing === null || spot === undefined) return pricing
  return { ...pricing, spot, forward: spot + pricing.forward - pricing.spot }
}
