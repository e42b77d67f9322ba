import type { Me } from '@strikewise/wire/account.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LiveTrades } from '../../features/active-trades/trade-connection.ts'
import { chartTrades } from '../../features/market-chart/chart-trade.ts'
import { MarketChartPanel } from '../../features/market-chart/MarketChartPanel.tsx'
import { tradeLogQuery } from '../../features/trade-log/queries.ts'
import { canNow } from '../../lib/plan-access.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { useStore, type Store } from '../../lib/store.ts'

const NO_TRADES: readonly never[] = []

/** The chart with the user's trades today: open ones for every plan, closed ones with the trade log's plans. */
export function ChartCard({ me, live }: { me: Me; live: Store<LiveTrades> }) {
  const open = useStore(live, ({ trades }) => trades) ?? NO_TRADES
  const today = useMarketToday()
  const { data: closed = NO_TRADES } = useQuery({
    ...tradeLogQuery(me.uid, today),
    enabled: canNow(me, 'see_trade_log'),
  })
  const trades = useMemo(() => chartTrades(open, closed), [open, closed])
  const shows = { chain: canNow(me, 'see_option_chain'), decisions: canNow(me, 'see_core_signals') }
  return <MarketChartPanel uid={me.uid} trades={trades} delaySeconds={me.entitlements.delay_seconds} shows={shows} />
}
