import { Trans, useLingui } from '@lingui/react/macro'
import type { Me } from '@strikewise/wire/account.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AccountNotices } from '../../features/account/AccountNotices.tsx'
import { PaidNotice } from '../../features/account/PaidNotice.tsx'
import type { LiveTrades } from '../../features/active-trades/trade-connection.ts'
import { useActiveTrades } from '../../features/active-trades/useActiveTrades.ts'
import { Positions } from '../../features/position/Positions.tsx'
import { useShortcuts } from '../../features/position/shortcuts.ts'
import { PageNotices } from '../../features/site/page-notices.ts'
import { FeedStaleNotice } from '../../features/market-status/FeedStaleNotice.tsx'
import { MorningReadiness } from '../../features/readiness/MorningReadiness.tsx'
import { errorDetail } from '../../messages/error-detail.ts'
import { FeedProvider, LiveFigures } from '../../lib/feed.tsx'
import { canNow, canTrade } from '../../lib/plan-access.ts'
import { meQuery } from '../../lib/queries.ts'
import { useStore, type Store } from '../../lib/store.ts'
import { SkipLink } from '../../ui/SkipLink.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { lazy, Suspense, useContext, useEffect, useRef, type ReactNode } from 'react'
import { BottomBar } from './BottomBar.tsx'
import { DashboardHeader } from './DashboardHeader.tsx'
import { MarketBoundary } from './MarketBoundary.tsx'
import { useAfterPositions } from './useAfterPositions.ts'
import { OPTION_CHAIN } from './useMarketKeys.ts'

/** The blocks of the open trades; their list while there is none. */
const POSITIONS = '[data-skip-to=positions], [aria-labelledby=active-trades]'

// What the positions do not wait for.
const Market = lazy(async () => ({ default: (await import('./Market.tsx')).Market }))
// For users who approve entries alone.
const EntryOffers = lazy(async () => ({
  default: (await import('../../features/entry-approval/EntryOffers.tsx')).EntryOffers,
}))

interface DashboardProps {
  /** Stands in place of the user's menu where no user is signed in. */
  account?: ReactNode
}

/** The dashboard of the user whose record `/me` is; waits for it. */
export function Dashboard({ account }: DashboardProps) {
  const { t } = useLingui()
  const me = useQuery(meQuery)
  if (me.data !== undefined) return <DashboardOf me={me.data} account={account} />
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

function DashboardOf({ me, account }: DashboardProps & { me: Me }) {
  const { t } = useLingui()
  const live = useActiveTrades(me.uid)
  useReadAfterTrades(live)
  const showsRest = useAfterPositions(me, live)
  const notices = useContext(PageNotices)
  const loading = <LoadingState label={t`Loading...`} className="min-h-dvh" />
  useShortcuts({ live, paused: me.stop.user, canPause: canTrade(me) })
  return (
    <FeedProvider delayMs={me.entitlements.delay_seconds * 1000}>
      <SkipLink to={POSITIONS}>{t`Skip to open trades`}</SkipLink>
      <SkipLink to={OPTION_CHAIN}>{t`Skip to the option chain`}</SkipLink>
      <DashboardHeader me={me} account={account} />
      <main className="mx-auto flex max-w-[96rem] flex-col gap-2 px-3 py-2 max-sm:pb-(--bottom-bar) sm:px-6 [&_section:not(section_section)]:when-near">
        <MorningReadiness me={me} live={live} />
        {asksFirst(me) && (
          <Suspense fallback={null}>
            <EntryOffers />
          </Suspense>
        )}
        <LiveFigures>
          <Positions
            uid={me.uid}
            live={live}
            livePnl={canNow(me, 'see_live_pnl')}
            tradeLog={canNow(me, 'see_trade_log')}
          />
        </LiveFigures>
        <FeedStaleNotice />
        {/* Below the open trades: what comes later moves none of their buttons. */}
        {notices}
        <PaidNotice me={me} />
        <AccountNotices me={me} />
        {showsRest ? (
          <MarketBoundary>
            <Suspense fallback={loading}>
              <Market me={me} live={live} />
            </Suspense>
          </MarketBoundary>
        ) : (
          loading
        )}
        <Footer />
      </main>
      <BottomBar me={me} />
    </FeedProvider>
  )
}

/** Entries of an index wait for their user. */
function asksFirst({ trade_settings: { strategies } }: Me): boolean {
  return strategies.some(({ approval_seconds }) => approval_seconds != null)
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
