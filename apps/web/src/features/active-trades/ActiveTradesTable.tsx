import type { ActiveTradeRow } from '@strikewise/wire/trades.ts'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { wireTime } from '../../lib/ist-format.ts'
import { rupeesText } from '../../lib/format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { statusLook } from './status-look.ts'

/** Open trades, one a row. Stop and target stand under the price they belong to. */
export function ActiveTradesTable({ trades }: { trades: readonly ActiveTradeRow[] }) {
  return (
    <TableFrame label="Open trades">
      <Table>
        <thead>
          <tr>
            <Th>Entry Time</Th>
            <Th>Strike</Th>
            <Th align="end">Entry Price</Th>
            <Th align="end">Quantity</Th>
            <Th>Status</Th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <Row key={trade.trade_id} trade={trade} />
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

const Row = memo(function Row({ trade }: { trade: ActiveTradeRow }) {
  const look = statusLook(trade.status)
  return (
    <tr className="last:[&>td]:border-b-0">
      <Td>
        {wireTime(trade.entry_time)}
        <Link
          to="/why/decision/$id"
          params={{ id: trade.decision_id }}
          aria-label={`Why ${trade.symbol} ${trade.strike} ${trade.side}`}
          className="block w-fit rounded-sm text-xs text-ink-3 underline underline-offset-2 hover:text-ink"
        >
          Why
        </Link>
      </Td>
      <Td className="py-1.5">
        <span className="block font-medium">
          {trade.symbol} {trade.strike} {trade.side}
        </span>
        <ModeBadge mode={trade.mode} className="mt-0.5" />
      </Td>
      <Td align="end" className="py-1.5">
        <span className="block font-medium">{rupeesText(trade.entry_price)}</span>
        <span className="block text-xs text-ink-3">
          {trade.stop_price === null ? 'no stop yet' : `stop ${rupeesText(trade.stop_price)}`}
        </span>
        {trade.target_price !== null && (
          <span className="block text-xs text-ink-3">target {rupeesText(trade.target_price)}</span>
        )}
      </Td>
      <Td align="end">{trade.quantity}</Td>
      <Td>
        <Badge tone={look.tone} dot={look.moving ? 'pulse' : true}>
          {look.text}
        </Badge>
      </Td>
    </tr>
  )
})
