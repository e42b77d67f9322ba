import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMarketToday } from '../../lib/market-clock.ts'
import { servedText } from '../../lib/served-text.ts'
import { useStore, type Store } from '../../lib/store.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { EmptyState, LoadingState } from '../../ui/states.tsx'
import { ActiveTradesTable } from './ActiveTradesTable.tsx'
import { OpenTotals } from './OpenResult.tsx'
import { livePnlQuery } from './queries.ts'
import type { LiveTrades } from './trade-connection.ts'
import { BADGE_TEXTS, type SocketStatus } from './trade-socket.ts'

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
  /** The plan has the live P&L view, so each trade says how it stands. */
  livePnl: boolean
}

/** 'Live Active Trades'. */
export function ActiveTradesPanel({ uid, live, livePnl }: ActiveTradesPanelProps) {
  const { status, trades } = useStore(live)
  const { i18n, t } = useLingui()
  const today = useMarketToday()
  const connection = servedText(i18n, BADGE_TEXTS[status])
  const isOpen = trades !== undefined && trades.length > 0
  const { data: standings } = useQuery({ ...livePnlQuery(uid, today), enabled: livePnl && isOpen })
  return (
    <Card aria-labelledby="active-trades">
      <CardHeader
        id="active-trades"
        title={t`Live Active Trades`}
        actions={
          <span role="status" aria-label={t`Connection: ${connection}`}>
            <Badge tone={BADGE_TONES[status]} dot={status === 'open' ? 'pulse' : true}>
              {connection}
            </Badge>
          </span>
        }
      />
      {trades === undefined ? (
        <LoadingState label={t`Loading...`} className="min-h-44" />
      ) : trades.length === 0 ? (
        <EmptyState title={t`No Active Trades`} hint={t`Awaiting trade entry...`} className="min-h-44" />
      ) : (
        <>
          <ActiveTradesTable trades={trades} {...(livePnl ? { standings: standings ?? [] } : {})} />
          {standings !== undefined && <OpenTotals standings={standings} />}
        </>
      )}
    </Card>
  )
}
