import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { signedRupeesText } from '../../lib/format.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { PriceAge } from './NetPnl.tsx'
import { contractOf, type Standing } from './position.ts'

interface TradesToExitProps {
  trades: readonly ShownTradeRow[]
  standingOf: (trade: ShownTradeRow) => Standing
}

/** What exiting all is about: each trade with its net result at the last price. */
export function TradesToExit({ trades, standingOf }: TradesToExitProps) {
  const { t } = useLingui()
  return (
    <>
      <ul aria-label={t`Trades to exit`} className="mt-2 divide-y rounded-md border text-sm">
        {trades.map((trade) => (
          <Line key={trade.trade_id} trade={trade} standing={standingOf(trade)} />
        ))}
      </ul>
      <p className="mt-2 text-sm">
        <Trans>Sold at limit prices that follow the market. A result is known when its order fills.</Trans>
      </p>
    </>
  )
}

function Line({ trade, standing: { net, at } }: { trade: ShownTradeRow; standing: Standing }) {
  const { quantity } = trade
  const about = net === undefined ? undefined : signedRupeesText(net)
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 px-3 py-2">
      <span className="font-medium text-ink">{contractOf(trade)}</span>
      {trade.mode !== undefined && <ModeBadge mode={trade.mode} />}
      <span>
        <Trans>{quantity} units</Trans>
      </span>
      <PriceAge at={at} />
      <span className="ml-auto font-medium text-ink">
        {about === undefined ? <Trans>no price yet</Trans> : <Trans>about {about}</Trans>}
      </span>
    </li>
  )
}
