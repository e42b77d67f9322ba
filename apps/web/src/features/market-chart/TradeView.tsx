import { Trans, useLingui } from '@lingui/react/macro'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { TradeChartReply } from '@strikewise/wire/trade-chart.ts'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { priceText, rupeesText } from '../../lib/format.ts'
import { useFeed } from '../../lib/feed.tsx'
import { epochOf, istMinute, wireTime } from '../../lib/ist-format.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/states.tsx'
import { openTicket } from '../ticket/ticket-request.ts'
import { barStart, rollUp, VISIBLE_BARS, type BarMinutes } from './bars.ts'
import type { PriceLine } from './chart-drawing.ts'
import { FRAME_HEIGHT, ChartFrame } from './ChartFrame.tsx'
import { ChartOfQuery } from './ChartOfQuery.tsx'
import { contractText, markersOf, type ChartTrade } from './chart-trade.ts'
import { INDEX_NAMES } from './index-names.ts'
import { StalePriceOverlay } from './StalePriceOverlay.tsx'
import { stopSteps } from './trailing-stop-line.ts'
import { nearTarget } from './trade-levels.ts'
import { useMarkerText } from './useMarkerText.ts'
import { useTradeChart } from './useTradeChart.ts'

const PayoffChart = lazy(async () => ({ default: (await import('./PayoffChart.tsx')).PayoffChart }))

interface TradeViewProps {
  uid: string
  trade: ChartTrade
  minutes: BarMinutes
}

/** One trade on its own option: candles of the premium, entry, the way of the stop, target; and what it can pay. */
export function TradeView({ uid, trade, minutes }: TradeViewProps) {
  return (
    <ChartOfQuery query={useTradeChart(uid, trade.trade_id)}>
      {(chart) => (
        <>
          <Premium chart={chart} trade={trade} minutes={minutes} />
          {chart.held.quantity > 0 ? (
            <Payoff chart={chart} />
          ) : (
            <div className="px-4 pb-2">
              <TicketButton contract={chart} />
            </div>
          )}
        </>
      )}
    </ChartOfQuery>
  )
}

/** Opens a ticket of the contract that the chart is of. */
function TicketButton({ contract: { symbol, strike, side, expiry } }: { contract: TradeChartReply }) {
  return (
    <Button tone="secondary" size="sm" onClick={() => openTicket({ symbol, strike, side, expiry })}>
      <Trans>
        Trade {strike} {side}
      </Trans>
    </Button>
  )
}

/**
 * What the option can pay, behind one line: trades are closed the same day, so its expiry is for reference. The ticket stands
 * in that line too: a line of its own would push the day's list off a phone's second screen.
 */
function Payoff({ chart }: { chart: TradeChartReply }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="border-t">
      <div className="flex items-center gap-3 pr-4">
        <h3 className="min-w-0 flex-1 text-sm font-medium text-ink-2">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex min-h-9 w-full items-center gap-1.5 pl-4 text-left touch:min-h-11"
          >
            <Trans>Profit and loss by index level</Trans>
            <ChevronDown
              aria-hidden="true"
              className={cx('size-4 shrink-0 text-ink-3 transition-transform', open && 'rotate-180')}
            />
          </button>
        </h3>
        <TicketButton contract={chart} />
      </div>
      {open && (
        <Suspense fallback={null}>
          <PayoffChart chart={chart} indexName={INDEX_NAMES[chart.symbol]} />
        </Suspense>
      )}
    </div>
  )
}

function Premium({ chart, trade, minutes }: { chart: TradeChartReply; trade: ChartTrade; minutes: BarMinutes }) {
  const { t } = useLingui()
  const { candles, entry, exit, stops, target } = chart
  const isCurrent = useFeed().status === 'current'
  const bars = useMemo(() => rollUp(candles, minutes), [candles, minutes])
  const textOf = useMarkerText()
  const markers = useMemo(
    () => markersOf([trade], minutes).map((marker) => ({ ...marker, text: textOf(marker) })),
    [trade, minutes, textOf],
  )
  const stop = exit === null ? stops.at(-1)?.price : undefined
  const drawnTarget = nearTarget(chart)
  const lines = useMemo(
    (): PriceLine[] => [
      { tone: 'entry', price: entry.price, title: t`Entry` },
      ...(stop === undefined ? [] : [{ tone: 'stop', price: stop, title: t`Stop` } as const]),
      ...(drawnTarget === null ? [] : [{ tone: 'target', price: drawnTarget, title: t`Target` } as const]),
    ],
    [entry.price, stop, drawnTarget, t],
  )
  const steps = useMemo(() => stopSteps({ stops, exit }, bars, minutes * MINUTE_MS), [stops, exit, bars, minutes])
  const words = <TradeDescription chart={chart} hiddenTarget={drawnTarget === null ? target : null} />
  if (bars.length === 0)
    return (
      <div>
        <EmptyState
          title={t`No minutes of this option yet`}
          hint={t`They come with its next trade at the exchange.`}
          className={FRAME_HEIGHT}
        />
        {words}
      </div>
    )
  const [contract, last] = [contractText(trade), bars.at(-1)!]
  const [price, lastAt] = [rupeesText(last.close), istMinute(last.time as EpochMs)]
  return (
    <div className="min-w-0">
      <ChartFrame
        over={<StalePriceOverlay />}
        bars={bars}
        markers={markers}
        lines={lines}
        steps={steps}
        overlays={NONE}
        decimals={2}
        visible={Math.max(VISIBLE_BARS, barsFrom(bars, entry.at, minutes))}
        subject={`${chart.trade_id} ${minutes}`}
        summary={
          isCurrent && exit === null
            ? t`${contract}, price of one unit in bars of ${minutes} min: ${price} now.`
            : t`${contract}, price of one unit in bars of ${minutes} min: ${price} in the bar of ${lastAt}.`
        }
      />
      {words}
    </div>
  )
}

const NONE: readonly never[] = []

/** What is drawn, as text: everything a line or a mark shows stands here too. */
function TradeDescription({ chart, hiddenTarget }: { chart: TradeChartReply; hiddenTarget: number | null }) {
  const { entry, exit, stops, decided, symbol } = chart
  const stop = stops.at(-1)
  const moves = stops.length - 1
  const entryPrice = rupeesText(entry.price)
  const entryTime = wireTime(entry.at)
  const indexName = INDEX_NAMES[symbol]
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5 px-4 pb-2 text-xs text-ink-2 max-sm:sr-only">
      <div className="flex gap-1.5">
        <dt className="font-medium text-accent-text">
          <Trans>Entry</Trans>
        </dt>
        <dd>
          <Trans>
            {entryPrice} at {entryTime}
          </Trans>
          {decided !== null && <DecidedAt name={indexName} spot={decided.spot} />}
        </dd>
      </div>
      <div className="flex gap-1.5">
        <dt className="font-medium text-down">
          <Trans>Stop</Trans>
        </dt>
        <dd>
          {stop === undefined ? <Trans>Placing stop…</Trans> : rupeesText(stop.price)}
          {moves > 0 && <Moves count={moves} from={stops[0]!.price} />}
        </dd>
      </div>
      {chart.target !== null && (
        <>
          <div className="flex gap-1.5">
            <dt className="font-medium text-up">
              <Trans>Target</Trans>
            </dt>
            <dd>
              {rupeesText(chart.target)}
              {hiddenTarget !== null && (
                <>
                  {' '}
                  <Trans>(off chart)</Trans>
                </>
              )}
            </dd>
          </div>
        </>
      )}
      {exit !== null && (
        <>
          <div className="flex gap-1.5">
            <dt className="font-medium text-ink">
              <Trans>Exit</Trans>
            </dt>
            <dd>
              <ExitAt price={rupeesText(exit.price)} time={wireTime(exit.at)} />
            </dd>
          </div>
        </>
      )}
    </dl>
  )
}

function DecidedAt({ name, spot }: { name: string; spot: number }) {
  const level = priceText(spot)
  return (
    <span className="text-ink-3">
      {' · '}
      <Trans>
        Signal at {name} {level}
      </Trans>
    </span>
  )
}

function Moves({ count, from }: { count: number; from: number }) {
  const first = rupeesText(from)
  return (
    <span className="text-ink-3">
      {' · '}
      {count === 1 ? (
        <Trans>Stop moved up once, from {first}</Trans>
      ) : (
        <Trans>
          Stop moved up {count} times, from {first}
        </Trans>
      )}
    </span>
  )
}

function ExitAt({ price, time }: { price: string; time: string }) {
  return (
    <Trans>
      {price} at {time}
    </Trans>
  )
}

/** Bars from shortly before `iso` on. */
function barsFrom(bars: readonly { time: number }[], iso: string, minutes: BarMinutes): number {
  const at = epochOf(iso)
  if (at === undefined) return 0
  const from = barStart(at, minutes) - 15 * minutes * MINUTE_MS
  return bars.filter((bar) => bar.time >= from).length
}
