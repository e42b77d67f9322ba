import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useFeed } from '../../lib/feed.tsx'
import { useMarketToday } from '../../lib/server-clock.ts'
import { useStore, type Store } from '../../lib/store.ts'
import type { SocketStatus } from '../../lib/stream/connection-machine.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { ActiveTradesTable } from './ActiveTradesTable.tsx'
import { BADGE_TEXTS } from './badge-texts.ts'
import { ExitsOnlyNotice } from './ExitsOnlyNotice.tsx'
import { OpenTotals } from './OpenPnl.tsx'
import { livePnlQuery } from './queries.ts'
import type { LiveTrades } from './trade-connection.ts'

const BADGE_TONES = {
  idle: 'quiet',
  connecting: 'info',
  open: 'up',
  error: 'down',
  closed: 'warn',
} satisfies Record<SocketStatus, Tone>

interface ActiveTradesPanelProps {
  uid: string
  /** The open trades as they are known. */
  live: Store<LiveTrades>
  /** The plan has the live P&L view, so each trade shows how it stands. */
  livePnl: boolean
}

/** 'Live Active Trades'. */
export function ActiveTradesPanel({ uid, live, livePnl }: ActiveTradesPanelProps) {
  const { status, trades, unread, crowded } = useStore(live)
  const feed = useFeed()
  const { t } = useLingui()
  const today = useMarketToday()
  // A connection that is open shows nothing of prices: without them nothing here is live.
  const isLive = status === 'open' && feed.status === 'current' && !crowded
  const connection = crowded
    ? t`Every 3 seconds`
    : status === 'open' && !isLive
      ? t`No current prices`
      : t(BADGE_TEXTS[status])
  const isOpen = trades !== undefined && trades.length > 0
  const pnl = useQuery({ ...livePnlQuery(uid, today), enabled: livePnl && isOpen })
  const { data: standings } = pnl
  const isPnlUnread = pnl.isError && standings === undefined
  return (
    <Card aria-labelledby="active-trades">
      <CardHeader
        id="active-trades"
        title={t`Live Active Trades`}
        actions={
          <span role="status" aria-label={t`Connection: ${connection}`}>
            <Badge
              tone={crowded || (status === 'open' && !isLive) ? 'warn' : BADGE_TONES[status]}
              dot={isLive ? 'pulse' : true}
            >
              {connection}
            </Badge>
          </span>
        }
      />
      {crowded && (
        <p role="status" className="border-b bg-warn-soft px-4 py-1.5 text-xs text-warn">
          <Trans>
            Your dashboard is open in five other places, the most that are live. Close one to make this one live.
          </Trans>
        </p>
      )}
      {trades !== undefined && unread && (
        <p role="status" className="border-b bg-warn-soft px-4 py-1.5 text-xs text-warn">
          <Trans>Couldn’t refresh your trades. You see the last list.</Trans>
        </p>
      )}
      {trades === undefined && unread ? (
        <ErrorState
          title={t`Couldn’t load your open trades`}
          hint={t`Retrying… Stops at the exchange are not affected.`}
          line
        />
      ) : trades === undefined ? (
        <LoadingState label={t`Loading...`} line />
      ) : trades.length === 0 ? (
        <EmptyState title={t`No Active Trades`} hint={t`Awaiting trade entry...`} line />
      ) : (
        <>
          {isPnlUnread && (
            <p role="status" className="border-b bg-warn-soft px-4 py-1.5 text-xs text-warn">
              <Trans>Couldn’t load the open P&L.</Trans>
            </p>
          )}
          <NotRefreshed query={pnl} />
          <ExitsOnlyNotice />
          <ActiveTradesTable trades={trades} {...(livePnl && !isPnlUnread ? { standings: standings ?? [] } : {})} />
          {standings !== undefined && <OpenTotals standings={standings} />}
        </>
      )}
    </Card>
  )
}
