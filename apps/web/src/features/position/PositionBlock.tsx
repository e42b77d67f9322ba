import { Trans } from '@lingui/react/macro'
import { groupIndian } from '@strikewise/domain/money/format.ts'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { rupeesText, signedRupeesText } from '../../lib/format.ts'
import { heldText } from '../../lib/held-text.ts'
import { epochOf, istMinute } from '../../lib/ist-format.ts'
import { useMarketTime } from '../../lib/server-clock.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { INDEX_NAMES } from '../market-chart/index-names.ts'
import { Direction, NetPnl, PriceAge } from './NetPnl.tsx'
import { PartExitProgress } from './PartExitProgress.tsx'
import { contractOf, minuteOf, type Standing } from './position.ts'
import { PositionActs } from './PositionActs.tsx'
import { PriceRail } from './PriceRail.tsx'
import { useTradeEnds } from './useTradeEnds.ts'

interface PositionBlockProps {
  uid: string
  trade: ShownTradeRow
  standing: Standing
  /** The plan shows the open P&L. */
  livePnl: boolean
  /** The P&L could not be read, and none is known. */
  isPnlUnread: boolean
}

/** One open trade: what it is worth, what protects it, and what ends it. */
export function PositionBlock({ uid, trade, standing, livePnl, isPnlUnread }: PositionBlockProps) {
  const contract = contractOf(trade)
  const id = `position-${trade.trade_id}`
  const stop = trade.stop_price ?? undefined
  return (
    <article
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-lg border bg-surface px-3 py-2.5 shadow-sm sm:grid-cols-2 sm:px-4 lg:grid-cols-3"
    >
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 id={id} className="text-md font-semibold">
          {contract}
        </h2>
        {trade.mode !== undefined && <ModeBadge mode={trade.mode} />}
        <Held trade={trade} />
      </header>
      <div>
        {!livePnl ? (
          <p className="flex min-h-10 items-center text-sm text-ink-3">
            <Trans>The open P&L is part of Pro, Elite and Master.</Trans>
          </p>
        ) : isPnlUnread ? (
          <p role="status" className="flex min-h-10 items-center text-sm text-warn">
            <Trans>Couldn’t load the open P&L. Your stop is not affected.</Trans>
          </p>
        ) : (
          <NetPnl standing={standing} plannedLoss={trade.planned_loss} />
        )}
      </div>
      <Prices entry={trade.entry_price} standing={standing} />
      <Ends uid={uid} trade={trade} />
      <PriceRail entry={trade.entry_price} stop={stop} target={trade.target_price ?? undefined} last={standing.last} />
      <PartExitProgress trade={trade} />
      <PositionActs trade={trade} standing={standing} />
    </article>
  )
}

/** '65 units · held 12m 04s'. */
function Held({ trade }: { trade: ShownTradeRow }) {
  const entered = epochOf(trade.entry_time)
  const held = useMarketTime((now) =>
    entered === undefined || now < entered ? '' : heldText(Math.floor((now - entered) / 1000)),
  )
  const { quantity } = trade
  return (
    <span className="text-sm text-ink-2">
      <Trans>{quantity} units</Trans>
      {held !== '' && (
        <>
          {' · '}
          <Trans>held {held}</Trans>
        </>
      )}
    </span>
  )
}

function Prices({ entry, standing: { last, at } }: { entry: number; standing: Standing }) {
  const [entryText, lastText] = [rupeesText(entry), last === undefined ? undefined : rupeesText(last)]
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-ink-2">
      <span>
        <Trans>Entry {entryText}</Trans>
      </span>
      {lastText !== undefined && last !== undefined && (
        <span>
          <span aria-hidden="true">→ </span>
          <Trans>
            LTP <b className="font-semibold text-ink">{lastText}</b>
          </Trans>{' '}
          <span className={last > entry ? 'text-up' : last < entry ? 'text-down' : 'text-ink-3'}>
            <Direction of={last - entry} />
          </span>
        </span>
      )}
      <PriceAge at={at} />
    </p>
  )
}

/** What the trade comes to at its stop, about where the index is then, and when it ends in any case. */
function Ends({ uid, trade }: { uid: string; trade: ShownTradeRow }) {
  const { atStop, indexAtStop, squareOff } = useTradeEnds(uid, trade) ?? {}
  const [amount, points, squareOffAt] = [
    atStop === undefined ? undefined : signedRupeesText(atStop),
    indexAtStop === undefined ? undefined : groupIndian(indexAtStop),
    squareOff === undefined ? undefined : istMinute(squareOff),
  ]
  const timeLimit = minuteOf(trade.time_limit_at)
  const index = trade.symbol === undefined ? undefined : INDEX_NAMES[trade.symbol]
  return (
    <div className="sm:row-span-2 lg:row-span-1">
      {amount !== undefined && (
        <p className="text-sm text-ink-2">
          <Trans>
            At the stop <b className="font-semibold text-ink">{amount}</b>
          </Trans>
          {index !== undefined && points !== undefined && (
            <span className="text-ink-3">
              {' · '}
              <Trans>
                {index} ≈ {points}
              </Trans>
            </span>
          )}
        </p>
      )}
      <p className="flex flex-wrap gap-x-1.5 text-xs text-ink-3">
        {timeLimit !== undefined && (
          <span>
            <Trans>Time limit {timeLimit}.</Trans>
          </span>
        )}
        {squareOffAt !== undefined && (
          <span>
            <Trans>Square-off from {squareOffAt}.</Trans>
          </span>
        )}
      </p>
    </div>
  )
}
