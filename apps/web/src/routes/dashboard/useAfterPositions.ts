import type { Me } from '@strikewise/wire/account.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { livePnlQuery } from '../../features/active-trades/queries.ts'
import type { LiveTrades } from '../../features/active-trades/trade-connection.ts'
import { afterPaint } from '../../lib/after-paint.ts'
import { loadLaterParts } from '../../lib/later.ts'
import { canNow } from '../../lib/plan-access.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { useStore, type Store } from '../../lib/store.ts'

/** The longest that the rest of the page waits for the open trades, in ms: an answer that hangs must not hold it back. */
const LONGEST_WAIT_MS = 3000

/**
 * Whether the rest of the dashboard may be loaded: once the open trades and what they are worth have been painted, so that
 * neither the network nor the processor is busy with a chart before a trade can be left.
 */
export function useAfterPositions(me: Me, live: Store<LiveTrades>): boolean {
  const [isAfter, setIsAfter] = useState(false)
  const today = useMarketToday()
  const trades = useStore(live, (of) =>
    of.trades === undefined ? (of.unread ? 'unread' : undefined) : of.trades.length,
  )
  const hasPnl = canNow(me, 'see_live_pnl') && typeof trades === 'number' && trades > 0
  const { isPending } = useQuery({ ...livePnlQuery(me.uid, today), enabled: hasPnl })
  const isKnown = trades !== undefined && !(hasPnl && isPending)
  useEffect(() => {
    if (isAfter) return
    const go = () => {
      setIsAfter(true)
      void loadLaterParts()
    }
    if (isKnown) return afterPaint(go)
    const timer = setTimeout(go, LONGEST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [isAfter, isKnown])
  return isAfter
}
