import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownTradeRow, TradeLogRow } from '@strikewise/wire/trades.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { exitReasonText } from '../../messages/report-labels.ts'
import { signedRupeesText } from '../../lib/format.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { tradeLogQuery } from '../trade-log/queries.ts'
import { Direction } from './NetPnl.tsx'
import { contractOf } from './position.ts'

/** A closed trade whose result is not in the log yet is asked for this often: the list of open trades may be ahead of the log. */
const RESULT_POLL_MS = 2_000

interface ClosedPositionsProps {
  uid: string
  /** The open trades now; undefined until they are known. */
  trades: readonly ShownTradeRow[] | undefined
  tradeLog: boolean
}

/** The trades that were seen open here and are closed now, each until it is dismissed: the broker’s books show no position. */
export function ClosedPositions({ uid, trades, tradeLog }: ClosedPositionsProps) {
  const [closed, dismiss] = useClosed(uid, trades)
  if (closed.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {closed.map((trade) => (
        <li key={trade.trade_id}>
          <Closed uid={uid} trade={trade} tradeLog={tradeLog} onDismiss={() => dismiss(trade.trade_id)} />
        </li>
      ))}
    </ul>
  )
}

interface ClosedProps {
  uid: string
  trade: ShownTradeRow
  tradeLog: boolean
  onDismiss: () => void
}

function Closed({ uid, trade, tradeLog, onDismiss }: ClosedProps) {
  const { t } = useLingui()
  const resultIn = (log: readonly TradeLogRow[] | undefined) =>
    log?.find(({ trade_id, exit_time }) => trade_id === trade.trade_id && exit_time !== null)
  const { data: result } = useQuery({
    ...tradeLogQuery(uid, useMarketToday()),
    enabled: tradeLog,
    select: resultIn,
    refetchInterval: ({ state }) => (resultIn(state.data) === undefined ? RESULT_POLL_MS : false),
  })
  const contract = contractOf(trade)
  const net = result?.net_pnl ?? undefined
  return (
    <div role="status" className="flex items-center gap-3 rounded-lg border bg-surface px-4 py-2 text-sm shadow-sm">
      <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      <p className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        <span className="font-semibold">
          <Trans>{contract}: flat</Trans>
        </span>
        {net !== undefined && (
          <span className={cx('font-semibold', net > 0 ? 'text-up' : net < 0 ? 'text-down' : 'text-ink-3')}>
            <Direction of={net} />
            {signedRupeesText(net)}
          </span>
        )}
        {trade.mode !== undefined && <ModeBadge mode={trade.mode} />}
        {typeof result?.exit_reason === 'string' && (
          <span className="text-ink-2">{exitReasonText(result.exit_reason)}</span>
        )}
      </p>
      <IconButton label={t`Dismiss`} onClick={onDismiss}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** The rows that have left the list since this page was opened, and how to forget one. */
function useClosed(
  uid: string,
  trades: readonly ShownTradeRow[] | undefined,
): [readonly ShownTradeRow[], (tradeId: string) => void] {
  const [closed, setClosed] = useState<readonly ShownTradeRow[]>([])
  const known = useRef<readonly ShownTradeRow[]>([])
  const queries = useQueryClient()
  useEffect(() => {
    if (trades === undefined) return
    const open = new Set(trades.map(({ trade_id }) => trade_id))
    // A trade that never held a position leaves nothing to report.
    const left = known.current.filter(({ trade_id, quantity }) => !open.has(trade_id) && quantity > 0)
    known.current = trades
    if (left.length === 0) return
    setClosed((before) => [...before, ...left])
    void queries.invalidateQueries({ queryKey: ['user_trade_logs', uid] })
  }, [uid, trades, queries])
  return [closed, (id) => setClosed((before) => before.filter(({ trade_id }) => trade_id !== id))]
}
