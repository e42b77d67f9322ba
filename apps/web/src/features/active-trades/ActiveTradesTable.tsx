import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownTradeRow, LivePnlRow } from '@strikewise/wire/trades.ts'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { wireTime } from '../../lib/ist-format.ts'
import { rupeesText } from '../../lib/format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { ReducedLots } from './ReducedLots.tsx'
import { OpenPnl } from './OpenPnl.tsx'
import { tradeStatusText } from '../../messages/trade-status.ts'
import { statusBadge } from './status-badge.ts'

interface ActiveTradesTableProps {
  trades: readonly ShownTradeRow[]
  /** How the trades stand now; left out where the plan does not show it. */
  standings?: readonly LivePnlRow[]
  /** Shown where the standing of a trade has no price; left out: there is none yet. */
  withoutPrice?: string
}

/** Open trades, one a row. Stop and target stand under the price they belong to, what they stand at under their status. */
export function ActiveTradesTable({ trades, standings, withoutPrice }: ActiveTradesTableProps) {
  const { t } = useLingui()
  return (
    <TableFrame label={t`Open trades`}>
      <Table cards>
        <thead>
          <tr>
            <Th>{t`Entry Time`}</Th>
            <Th>{t`Strike`}</Th>
            <Th align="end">{t`Entry Price`}</Th>
            <Th align="end">{t`Quantity`}</Th>
            <Th>{t`Status`}</Th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <Row
              key={trade.trade_id}
              trade={trade}
              shown={standings !== undefined}
              standing={standings?.find((row) => row.trade_id === trade.trade_id)}
              withoutPrice={withoutPrice}
            />
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

interface RowProps {
  trade: ShownTradeRow
  /** Whether to show how the trade stands; without a standing that it is not known. */
  shown: boolean
  standing: LivePnlRow | undefined
  withoutPrice: string | undefined
}

const Row = memo(function Row({ trade, shown, standing, withoutPrice }: RowProps) {
  const { t } = useLingui()
  const badge = statusBadge(trade.status)
  const { symbol, strike, side } = trade
  // Only what was sent is shown: a row may hold the six specified fields alone.
  const stop = typeof trade.stop_price === 'number' ? rupeesText(trade.stop_price) : undefined
  const target = typeof trade.target_price === 'number' ? rupeesText(trade.target_price) : undefined
  const contract = [symbol, strike, side].filter((part) => part !== undefined).join(' ')
  return (
    <tr className="last:[&>td]:border-b-0">
      <Td label={t`Entry Time`}>
        <span className="max-sm:flex max-sm:gap-3">
          {wireTime(trade.entry_time)}
          {trade.decision_id !== undefined && trade.origin === undefined && (
            <Link
              to="/why/decision/$id"
              params={{ id: trade.decision_id }}
              aria-label={t`Why ${contract}`}
              className="block w-fit rounded-sm text-xs text-ink-3 underline underline-offset-2 hover:text-ink touch:-my-3.5 touch:py-3.5"
            >
              <Trans>Why</Trans>
            </Link>
          )}
        </span>
      </Td>
      <Td head="start" className="py-1.5">
        <span className="block font-medium">{contract}</span>
        {trade.mode !== undefined && <ModeBadge mode={trade.mode} className="mt-0.5" />}
      </Td>
      <Td align="end" label={t`Entry Price`} className="py-1.5">
        <span className="block font-medium">{rupeesText(trade.entry_price)}</span>
        {trade.stop_price !== undefined && (
          <span className="block text-xs text-ink-3 max-sm:hidden">
            {stop === undefined ? <Trans>Placing stop…</Trans> : <Trans>stop {stop}</Trans>}
          </span>
        )}
        {target !== undefined && (
          <span className="block text-xs text-ink-3 max-sm:hidden">
            <Trans>target {target}</Trans>
          </span>
        )}
      </Td>
      <Td align="end" label={t`Quantity`} className="py-1.5">
        {trade.quantity}
        <ReducedLots lots={trade.fewer_lots} />
      </Td>
      <Td head="end">
        <Badge tone={badge.tone} dot={badge.moving ? 'pulse' : true}>
          {tradeStatusText(trade.status)}
        </Badge>
        {shown && <OpenPnl standing={standing} withoutPrice={withoutPrice} />}
      </Td>
    </tr>
  )
})
