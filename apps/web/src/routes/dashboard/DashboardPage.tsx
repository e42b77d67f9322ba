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
import { IndexCard } from '../../features/indices/IndexCard.tsx'
import { VixAndFuture } from '../../features/indices/VixAndFuture.tsx'
import { Positions } from '../../features/position/Positions.tsx'
import { useShortcuts } from '../../features/position/shortcuts.ts'
import { MissedEntries } from '../../features/entry-refusals/MissedEntries.tsx'
import { FeedStaleNotice } from '../../features/market-status/FeedStaleNotice.tsx'
import { NewsMarquee } from '../../features/news/NewsMarquee.tsx'
import { OptionChainPanel } from '../../features/option-chain/OptionChainPanel.tsx'
import { MorningReadiness } from '../../features/readiness/ReadinessCard.tsx'
import { SignalsPanel } from '../../features/signals/SignalsPanel.tsx'
import { DayLine } from '../../features/trade-log/DayLine.tsx'
import { TradeLogPanel } from '../../features/trade-log/TradeLogPanel.tsx'
import { errorDetail } from '../../messages/error-detail.ts'
import { marketNow, useMarketTime } from '../../lib/server-clock.ts'
import { FeedProvider, LiveFigures } from '../../lib/feed.tsx'
import { isDayOver } from '../../lib/market-phase.ts'
import { canNow, canTrade, planStateOf } from '../../lib/plan-access.ts'
import { meQuery } from '../../lib/queries.ts'
import { useStore, type Store } from '../../lib/store.ts'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { useEffect, useRef, useState } from 'react'
import { PageError } from '../PageError.tsx'
import { BottomBar } from './BottomBar.tsx'
import { DashboardHeader } from './DashboardHeader.tsx'
import { DayResult } from './DayResult.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { MarketView, VerdictCard } from './MarketView.tsx'
import { useWhyKey } from './useWhyKey.ts'

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
      <main className="mx-auto flex max-w-[96rem] flex-col gap-2 px-3 py-2 max-sm:pb-(--bottom-bar) sm:px-6 [&_section:not(section_section)]:when-near">
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
        <Market me={me} live={live} />
        <NewsMarquee />
        <Footer />
      </main>
      <BottomBar me={me} />
    </FeedProvider>
  )
}

/** In the order of a trader's questions: the verdict, the market, the day, the agents, the option chain. */
function Market({ me, live }: { me: Me; live: Store<LiveTrades> }) {
  const plan = effectivePlan(planStateOf(me), marketNow())
  const [chosen, setSymbol] = useState<IndexSymbol>()
  const held = useStore(live, ({ trades }) => trades?.[0]?.symbol)
  const inTrade = useStore(live, ({ trades }) => trades !== undefined && trades.length > 0)
  const symbol = chosen ?? held ?? 'NIFTY'
  const hasDecisions = canNow(me, 'see_core_signals')
  const isOver = useMarketTime(isDayOver)
  useWhyKey(symbol, hasDecisions)
  return (
    <>
      <LiveFigures>
        {!inTrade &&
          (isOver ? (
            <DayResult me={me} live={live} />
          ) : (
            hasDecisions && <VerdictCard me={me} live={live} symbol={symbol} />
          ))}
        <div className="grid grid-cols-2 gap-2 xl:grid-cols-[1fr_1fr_auto]">
          <IndexCard symbol="NIFTY" />
          <IndexCard symbol="BANKNIFTY" />
          <VixAndFuture />
        </div>
        <MarketView me={me} live={live} plan={plan} symbol={symbol} onSymbol={setSymbol} inTrade={inTrade} />
      </LiveFigures>
      <div className="grid grid-cols-1 items-start gap-2 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-2">
          <Today me={me} live={live} isOver={isOver} />
          {hasDecisions && (
            <LiveFigures>
              <SignalsPanel plan={plan} symbol={symbol} onSymbol={setSymbol} locked={me.day_lock !== null} />
            </LiveFigures>
          )}
        </div>
        <LiveFigures>
          <OptionChainPanel locked={!canNow(me, 'see_option_chain')} />
        </LiveFigures>
      </div>
    </>
  )
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

function Footer() {
  return (
    <footer className="flex flex-wrap justify-between gap-x-6 gap-y-1 pt-1 pb-3 text-xs text-ink-3">
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
  )
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
