import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useState } from 'react'
import { rupeesText } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ExitDialog } from './ExitDialog.tsx'
import { NetPnl } from './NetPnl.tsx'
import { contractOf, isExiting, type Standing } from './position.ts'

interface PositionStripProps {
  trades: readonly ShownTradeRow[]
  standingOf: (trade: ShownTradeRow) => Standing
  livePnl: boolean
}

/**
 * P&L, stop and exit of the open trades while their blocks are out of view: under the header, on a phone above its bar.
 */
export function PositionStrip({ trades, standingOf, livePnl }: PositionStripProps) {
  const { t } = useLingui()
  return (
    <aside
      aria-label={t`Open position`}
      className="fixed inset-x-0 z-20 border-b bg-raised shadow-sm max-sm:bottom-(--bottom-bar) max-sm:border-t sm:top-[calc(3rem+var(--above-header))]"
    >
      <ul className="mx-auto max-w-[96rem] divide-y px-3 sm:px-6">
        {trades.map((trade) => (
          <Line key={trade.trade_id} trade={trade} standing={standingOf(trade)} livePnl={livePnl} />
        ))}
      </ul>
    </aside>
  )
}

function Line({ trade, standing, livePnl }: { trade: ShownTradeRow; standing: Standing; livePnl: boolean }) {
  const stop = typeof trade.stop_price === 'number' ? rupeesText(trade.stop_price) : undefined
  return (
    <li className="flex h-14 items-center gap-x-4">
      <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-x-4">
        <span className="font-medium max-sm:hidden">{contractOf(trade)}</span>
        {livePnl && <NetPnl standing={standing} small />}
        <span className="block truncate text-xs text-ink-2 sm:text-sm">
          {stop === undefined ? <Trans>Placing stop…</Trans> : <Trans>Stop {stop}</Trans>}
          <span className="sm:hidden"> · {contractOf(trade)}</span>
        </span>
      </div>
      <Exit trade={trade} standing={standing} />
    </li>
  )
}

function Exit({ trade, standing }: { trade: ShownTradeRow; standing: Standing }) {
  const [isAsked, setAsked] = useState(false)
  if (isExiting(trade))
    return (
      <span className="text-sm font-semibold text-warn">
        <Trans>Exiting…</Trans>
      </span>
    )
  return (
    <>
      <Button tone="danger" className="min-h-11" onClick={() => setAsked(true)}>
        <Trans>Exit now</Trans>
      </Button>
      {isAsked && <ExitDialog trade={trade} standing={standing} onClose={() => setAsked(false)} />}
    </>
  )
}
