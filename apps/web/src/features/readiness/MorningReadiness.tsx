import type { Me } from '@strikewise/wire/account.ts'
import { lazy, Suspense } from 'react'
import { canTrade, endedPlanOf } from '../../lib/plan-access.ts'
import { useMarketTime } from '../../lib/server-clock.ts'
import { useStore, type Store } from '../../lib/store.ts'
import type { LiveTrades } from '../active-trades/trade-connection.ts'
import { readinessView } from './readiness-hours.ts'

// No part of a screen with an open trade.
const ReadinessCard = lazy(async () => ({ default: (await import('./ReadinessCard.tsx')).ReadinessCard }))

/**
 * Whether the account is ready for the day, check by check, each with what mends it. In full before the open while no trade
 * is open, behind one line during the session.
 */
export function MorningReadiness({ me, live }: { me: Me; live: Store<LiveTrades> }) {
  const view = useMarketTime(readinessView)
  const isFlat = useStore(live, ({ trades }) => trades !== undefined && trades.length === 0)
  const trades = canTrade(me) || endedPlanOf(me) !== undefined
  if (view === 'none' || !isFlat || !trades) return null
  return (
    <Suspense fallback={null}>
      <ReadinessCard key={view} me={me} isOpenAtFirst={view === 'open'} />
    </Suspense>
  )
}
