import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useMarketToday } from '../../lib/server-clock.ts'
import { useStore, type Store } from '../../lib/store.ts'
import { Notice } from '../../ui/Notice.tsx'
import { livePnlQuery } from '../active-trades/queries.ts'
import type { LiveTrades } from '../active-trades/trade-connection.ts'
import { TicketHost } from '../ticket/TicketHost.tsx'
import { ActDialogs } from './ActDialogs.tsx'
import { ClosedPositions } from './ClosedPositions.tsx'
import { PositionBlock } from './PositionBlock.tsx'
import { PositionStrip } from './PositionStrip.tsx'
import { standingOf } from './position.ts'
import { useOutOfView } from './useOutOfView.ts'

interface PositionsProps {
  uid: string
  /** The open trades as they are known. */
  live: Store<LiveTrades>
  /** The plan shows the open P&L. */
  livePnl: boolean
  /** The plan has the trade log, which knows the result of a closed trade. */
  tradeLog: boolean
}

/** The open trades, first on the dashboard: one block each, and a strip while they are out of view. Nothing without one. */
export function Positions({ uid, live, livePnl, tradeLog }: PositionsProps) {
  const { t } = useLingui()
  const { trades, unread } = useStore(live)
  const today = useMarketToday()
  const isOpen = trades !== undefined && trades.length > 0
  const pnl = useQuery({ ...livePnlQuery(uid, today), enabled: livePnl && isOpen })
  const standing = useCallback(
    (trade: ShownTradeRow) => standingOf(pnl.data?.find((row) => row.trade_id === trade.trade_id)),
    [pnl.data],
  )
  return (
    <>
      {trades === undefined && unread && (
        <Notice tone="down" role="alert" title={t`Couldn’t load your open trades`}>
          <Trans>Retrying… Stops at the exchange are not affected.</Trans>
        </Notice>
      )}
      {isOpen && (
        <Open
          uid={uid}
          trades={trades}
          standing={standing}
          livePnl={livePnl}
          isPnlUnread={pnl.isError && pnl.data === undefined}
        />
      )}
      <ClosedPositions uid={uid} trades={trades} tradeLog={tradeLog} />
      <ActDialogs trades={trades} standingOf={standing} />
      <TicketHost />
    </>
  )
}

interface OpenProps {
  uid: string
  trades: readonly ShownTradeRow[]
  standing: (trade: ShownTradeRow) => ReturnType<typeof standingOf>
  livePnl: boolean
  isPnlUnread: boolean
}

function Open({ uid, trades, standing, livePnl, isPnlUnread }: OpenProps) {
  const blocks = useRef<HTMLDivElement>(null)
  const isOut = useOutOfView(blocks)
  return (
    <>
      <div ref={blocks} data-skip-to="positions" className="flex flex-col gap-2">
        {trades.map((trade) => (
          <PositionBlock
            key={trade.trade_id}
            uid={uid}
            trade={trade}
            standing={standing(trade)}
            livePnl={livePnl}
            isPnlUnread={isPnlUnread}
          />
        ))}
      </div>
      {isOut && <PositionStrip trades={trades} standingOf={standing} livePnl={livePnl} />}
    </>
  )
}
