import { Trans } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { effectivePlan } from '@strikewise/plans/entitlements.ts'
import type { Me } from '@strikewise/wire/account.ts'
import { useState, type ReactNode } from 'react'
import { ActiveTradesPanel } from '../../features/active-trades/ActiveTradesPanel.tsx'
import type { LiveTrades } from '../../features/active-trades/trade-connection.ts'
import { MissedEntries } from '../../features/entry-refusals/MissedEntries.tsx'
import { IndexCard } from '../../features/indices/IndexCard.tsx'
import { VixAndFuture } from '../../features/indices/VixAndFuture.tsx'
import { NewsMarquee } from '../../features/news/NewsMarquee.tsx'
import { OptionChainPanel } from '../../features/option-chain/OptionChainPanel.tsx'
import { SignalsPanel } from '../../features/signals/SignalsPanel.tsx'
import { DayLine } from '../../features/trade-log/DayLine.tsx'
import { TradeLogPanel } from '../../features/trade-log/TradeLogPanel.tsx'
import { LiveFigures } from '../../lib/feed.tsx'
import { TWO_COLUMNS, useMedia } from '../../lib/media.ts'
import { isDayOver } from '../../lib/market-phase.ts'
import { canNow, planStateOf } from '../../lib/plan-access.ts'
import { marketNow, useMarketTime } from '../../lib/server-clock.ts'
import { useStore, type Store } from '../../lib/store.ts'
import { AgentsCard } from './AgentsCard.tsx'
import { ChartCard } from './ChartCard.tsx'
import { DayResult } from './DayResult.tsx'
import { useMarketKeys } from './useMarketKeys.ts'
import { useWhyKey } from './useWhyKey.ts'
import { VerdictCard } from './VerdictCard.tsx'

/** In the order of a trader's questions: the verdict, the market, the day, the agents, the option chain, the news. */
export function Market({ me, live }: { me: Me; live: Store<LiveTrades> }) {
  const plan = effectivePlan(planStateOf(me), marketNow())
  const [chosen, setSymbol] = useState<IndexSymbol>()
  const held = useStore(live, ({ trades }) => trades?.[0]?.symbol)
  const inTrade = useStore(live, ({ trades }) => trades !== undefined && trades.length > 0)
  const symbol = chosen ?? held ?? 'NIFTY'
  const hasDecisions = canNow(me, 'see_core_signals')
  const isOver = useMarketTime(isDayOver)
  const isWide = useMedia(TWO_COLUMNS)
  useWhyKey(symbol, hasDecisions)
  useMarketKeys(setSymbol)
  const verdict = hasDecisions && <VerdictCard me={me} live={live} symbol={symbol} />
  const agents = <AgentsCard me={me} plan={plan} symbol={symbol} onSymbol={setSymbol} />
  const chain = <OptionChainPanel locked={!canNow(me, 'see_option_chain')} />
  return (
    <>
      <LiveFigures>
        {!inTrade && (isOver ? <DayResult me={me} live={live} /> : verdict)}
        <div className="grid grid-cols-2 gap-2 xl:grid-cols-[1fr_1fr_auto]">
          <IndexCard symbol="NIFTY" />
          <IndexCard symbol="BANKNIFTY" />
          <VixAndFuture />
        </div>
      </LiveFigures>
      {/* Two columns whose panels have their own heights: none waits for the end of its neighbour. The chart stays in the first at each width. */}
      <div className="grid grid-cols-1 gap-2 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Column>
          <LiveFigures>
            {!isWide && inTrade && verdict}
            <ChartCard me={me} live={live} />
            {!isWide && agents}
          </LiveFigures>
          <Today me={me} live={live} isOver={isOver} />
          <LiveFigures>
            {hasDecisions && (
              <SignalsPanel plan={plan} symbol={symbol} onSymbol={setSymbol} locked={me.day_lock !== null} />
            )}
            {!isWide && chain}
          </LiveFigures>
        </Column>
        {isWide && (
          <Column>
            <LiveFigures>
              {inTrade && verdict}
              {agents}
              {chain}
            </LiveFigures>
          </Column>
        )}
      </div>
      <NewsMarquee />
    </>
  )
}

function Column({ children }: { children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-2">{children}</div>
}

/** The day's trades: open, closed, and those that were missed. */
function Today({ me, live, isOver }: { me: Me; live: Store<LiveTrades>; isOver: boolean }) {
  return (
    <>
      <LiveFigures>
        {/* Then it is the first of the page. */}
        {!isOver && <DayHead me={me} live={live} />}
        <ActiveTradesPanel uid={me.uid} live={live} livePnl={canNow(me, 'see_live_pnl')} />
      </LiveFigures>
      <TradeLogPanel uid={me.uid} locked={!canNow(me, 'see_trade_log')} tracker={canNow(me, 'see_trade_tracker')} />
      {me.entitlements.entry_refusals && <MissedEntries uid={me.uid} />}
    </>
  )
}

/** What the day has come to so far, above its trades. */
function DayHead({ me, live }: { me: Me; live: Store<LiveTrades> }) {
  const open = useStore(live, ({ trades }) => trades)
  return (
    <div className="flex flex-wrap items-center gap-x-3 px-1">
      <h2 className="text-base font-semibold">
        <Trans>Today</Trans>
      </h2>
      <DayLine uid={me.uid} open={open} livePnl={canNow(me, 'see_live_pnl')} tradeLog={canNow(me, 'see_trade_log')} />
    </div>
  )
}
