import { Trans, useLingui } from '@lingui/react/macro'
import { effectivePlan } from '@strikewise/plans/entitlements.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Me } from '@strikewise/wire/account.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { AccountNotices } from '../../features/account/AccountNotices.tsx'
import { PaidNotice } from '../../features/account/PaidNotice.tsx'
import { ActiveTradesPanel } from '../../features/active-trades/ActiveTradesPanel.tsx'
import type { LiveTrades } from '../../features/active-trades/trade-connection.ts'
import { useActiveTrades } from '../../features/active-trades/useActiveTrades.ts'
import { DecisionLine } from '../../features/decision/DecisionLine.tsx'
import { IndexCard } from '../../features/indices/IndexCard.tsx'
import { Positions } from '../../features/position/Positions.tsx'
import { holdingOf } from '../../features/position/position.ts'
import { useShortcuts } from '../../features/position/shortcuts.ts'
import { useTradeEnds } from '../../features/position/useTradeEnds.ts'
import { WhyNoTradePanel } from '../../features/entry-refusals/WhyNoTradePanel.tsx'
import { FeedStaleNotice } from '../../features/market-status/FeedStaleNotice.tsx'
import { chartTrades } from '../../features/market-chart/chart-trade.ts'
import { MarketChartPanel } from '../../features/market-chart/MarketChartPanel.tsx'
import { NewsMarquee } from '../../features/news/NewsMarquee.tsx'
import { OptionChainPanel } from '../../features/option-chain/OptionChainPanel.tsx'
import { MorningReadiness } from '../../features/readiness/ReadinessCard.tsx'
import { SignalsPanel } from '../../features/signals/SignalsPanel.tsx'
import { tradeLogQuery } from '../../features/trade-log/queries.ts'
import { TradeLogPanel } from '../../features/trade-log/TradeLogPanel.tsx'
import { errorDetail } from '../../messages/error-detail.ts'
import { marketNow, useMarketToday } from '../../lib/server-clock.ts'
import { FeedProvider, LiveFigures } from '../../lib/feed.tsx'
import { canNow, canTrade, planStateOf } from '../../lib/plan-access.ts'
import { meQuery } from '../../lib/queries.ts'
import { useStore, type Store } from '../../lib/store.ts'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { useEffect, useMemo, useRef } from 'react'
import { PageError } from '../PageError.tsx'
import { BottomBar } from './BottomBar.tsx'
import { DashboardHeader } from './DashboardHeader.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'

export function DashboardPage() {
  const { t } = useLingui()
  return (
    <CatchBoundary
      getResetKey={() => 'dashboard'}
      errorComponent={({ error }) => <PageError error={error} title={t`Something broke in Dashboard.`} />}
    >
      <LeaveGuard />
      <Loaded />
    </CatchBoundary>
  )
}

function Loaded() {
  const { t } = useLingui()
  const me = useQuery(meQuery)
  if (me.data !== undefined) return <Dashboard me={me.data} />
  if (me.isError)
    return (
      <ErrorState
        title={t`Couldn’t load your account`}
        hint={errorDetail(me.error)}
        onRetry={() => void me.refetch()}
      />
    )
  return <LoadingState label={t`Loading...`} className="min-h-dvh" />
}

function Dashboard({ me }: { me: Me }) {
  const live = useActiveTrades(me.uid)
  useReadAfterTrades(live)
  useShortcuts({ live, paused: me.stop.user, canPause: canTrade(me) })
  return (
    <FeedProvider delayMs={me.entitlements.delay_seconds * 1000}>
      <DashboardHeader me={me} />
      <main className="mx-auto flex max-w-[96rem] flex-col gap-3 px-3 py-2 max-sm:pb-(--bottom-bar) sm:px-6 [&_section:not(section_section)]:when-near">
        <MorningReadiness me={me} live={live} />
        <LiveFigures>
          <Positions
            uid={me.uid}
            live={live}
            livePnl={canNow(me, 'see_live_pnl')}
            tradeLog={canNow(me, 'see_trade_log')}
          />
        </LiveFigures>
        <FeedStaleNotice />
        <PaidNotice me={me} />
        <AccountNotices me={me} />
        <NewsMarquee />
        <LiveFigures>
          <div className="grid grid-cols-1 gap-2 sm:grid-cols-2 sm:gap-3">
            <IndexCard symbol="NIFTY" />
            <IndexCard symbol="BANKNIFTY" />
          </div>
          <Chart me={me} live={live} />
          <SignalsPanel
            plan={effectivePlan(planStateOf(me), marketNow())}
            locked={me.day_lock !== null}
            decision={(symbol) => <Decision uid={me.uid} symbol={symbol} live={live} />}
          />
        </LiveFigures>
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div className="flex min-w-0 flex-col gap-4">
            <LiveFigures>
              <ActiveTradesPanel uid={me.uid} live={live} livePnl={canNow(me, 'see_live_pnl')} />
            </LiveFigures>
            <TradeLogPanel
              uid={me.uid}
              locked={!canNow(me, 'see_trade_log')}
              tracker={canNow(me, 'see_trade_tracker')}
            />
            {me.entitlements.entry_refusals && (
              <WhyNoTrade
                uid={me.uid}
                live={live}
                decisions={canNow(me, 'see_core_signals') ? me.entitlements.auto_symbols : []}
              />
            )}
          </div>
          <LiveFigures>
            <OptionChainPanel locked={!canNow(me, 'see_option_chain')} />
          </LiveFigures>
        </div>
        <footer className="flex flex-wrap justify-between gap-x-6 gap-y-1 pt-2 pb-6 text-xs text-ink-3">
          <p>
            <Trans>
              Options trading can lose all of the money put in. Signals are no advice and no promise of a result.
            </Trans>
          </p>
          <p>
            <Trans>
              Charts:{' '}
              <a
                href="https://www.tradingview.com/"
                target="_blank"
                rel="noreferrer"
                className="underline underline-offset-2 hover:text-ink"
              >
                TradingView Lightweight Charts™
              </a>
            </Trans>
          </p>
        </footer>
      </main>
      <BottomBar me={me} />
    </FeedProvider>
  )
}

/** The newest decision of an index, or what would end the trade that is held in it. */
function Decision({ uid, symbol, live }: { uid: string; symbol: IndexSymbol; live: Store<LiveTrades> }) {
  const held = useStore(live, ({ trades }) => trades?.find((trade) => trade.symbol === symbol))
  const squareOff = useTradeEnds(uid, held)?.squareOff
  const holding = useMemo(() => (held === undefined ? undefined : holdingOf(held, squareOff)), [held, squareOff])
  return <DecisionLine symbol={symbol} holding={holding} />
}

function WhyNoTrade({ live, ...rest }: { live: Store<LiveTrades>; uid: string; decisions: readonly IndexSymbol[] }) {
  const inTrade = useStore(live, ({ trades }) => trades !== undefined && trades.length > 0)
  return <WhyNoTradePanel inTrade={inTrade} {...rest} />
}

/** Reads the user's record again when a trade opens or closes: its result may have ended the day's entries. */
function useReadAfterTrades(live: Store<LiveTrades>): void {
  const queries = useQueryClient()
  const open = useStore(live, ({ trades }) => trades?.map(({ trade_id }) => trade_id).join())
  const known = useRef(open)
  useEffect(() => {
    if (known.current !== undefined && known.current !== open) void queries.invalidateQueries(meQuery)
    known.current = open
  }, [open, queries])
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
  return <MarketChartPanel uid={me.uid} trades={trades} delaySeconds={me.entitlements.delay_seconds} />
}
