import { useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { Me } from '@strikewise/wire/account.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LiveTrades } from '../../features/active-trades/trade-connection.ts'
import { Contributions } from '../../features/decision/Contributions.tsx'
import { DecisionLine } from '../../features/decision/DecisionLine.tsx'
import { chartTrades } from '../../features/market-chart/chart-trade.ts'
import { MarketChartPanel } from '../../features/market-chart/MarketChartPanel.tsx'
import { holdingOf } from '../../features/position/position.ts'
import { useTradeEnds } from '../../features/position/useTradeEnds.ts'
import { IndexChoice, SignalsPanel } from '../../features/signals/SignalsPanel.tsx'
import { tradeLogQuery } from '../../features/trade-log/queries.ts'
import { canNow } from '../../lib/plan-access.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { useStore, type Store } from '../../lib/store.ts'
import { Card } from '../../ui/Card.tsx'
import { Panel } from '../../ui/Panel.tsx'

interface OfIndex {
  me: Me
  live: Store<LiveTrades>
  symbol: IndexSymbol
}

interface MarketViewProps extends OfIndex {
  plan: Plan
  onSymbol: (symbol: IndexSymbol) => void
  /** A trade is open: the verdict stands here, beside the chart; else it is the first of the page. */
  inTrade: boolean
}

/** Chart and verdict side by side, one above the other where there is less room. */
export function MarketView({ me, live, plan, symbol, onSymbol, inTrade }: MarketViewProps) {
  const { t } = useLingui()
  const hasDecisions = canNow(me, 'see_core_signals')
  return (
    <div className="grid grid-cols-1 items-start gap-2 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:grid-rows-[auto_1fr]">
      {hasDecisions && inTrade && <VerdictCard me={me} live={live} symbol={symbol} className="xl:col-start-2" />}
      <div className="min-w-0 xl:col-start-1 xl:row-span-2 xl:row-start-1">
        <Chart me={me} live={live} />
      </div>
      <div className="min-w-0 xl:col-start-2">
        {hasDecisions ? (
          <Panel
            id="contributions"
            title={t`What each agent adds`}
            actions={<IndexChoice symbol={symbol} onSymbol={onSymbol} />}
          >
            <Contributions symbol={symbol} />
          </Panel>
        ) : (
          <SignalsPanel plan={plan} symbol={symbol} onSymbol={onSymbol} locked={me.day_lock !== null} />
        )}
      </div>
    </div>
  )
}

/** The newest decision of an index, or what would end the trade that is held in it. */
export function VerdictCard({ me, live, symbol, className }: OfIndex & { className?: string }) {
  const { t } = useLingui()
  const held = useStore(live, ({ trades }) => trades?.find((trade) => trade.symbol === symbol))
  const squareOff = useTradeEnds(me.uid, held)?.squareOff
  const holding = useMemo(() => (held === undefined ? undefined : holdingOf(held, squareOff)), [held, squareOff])
  return (
    <Card aria-label={t`Verdict`} {...(className === undefined ? {} : { className })}>
      <DecisionLine symbol={symbol} holding={holding} locked={me.day_lock !== null} />
    </Card>
  )
}

const NO_TRADES: readonly never[] = []

/** The chart with the user's trades today: open ones for every plan, closed ones with the trade log's plans. */
function Chart({ me, live }: { me: Me; live: Store<LiveTrades> }) {
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
