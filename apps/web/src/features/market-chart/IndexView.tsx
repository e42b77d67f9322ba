import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { epochOf } from '../../lib/ist-format.ts'
import { marketNow, useMarketToday } from '../../lib/server-clock.ts'
import { VISIBLE_BARS, type BarMinutes } from './bars.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { markersOf, type ChartTrade } from './chart-trade.ts'
import { INDEX_NAMES } from './index-names.ts'
import { minuteOfBar } from './minute-of-bar.ts'
import { noTradeSpans } from './no-trade-spans.ts'
import { NoBarsYet } from './NoBarsYet.tsx'
import { useOverlays } from './overlay-choice.ts'
import { overlayLines } from './overlays.ts'
import { noTradeQuery } from './queries.ts'
import { StalePriceOverlay } from './StalePriceOverlay.tsx'
import { useIndexBars } from './useIndexBars.ts'
import { useIndexSummary } from './useIndexSummary.ts'
import { useMarkerText } from './useMarkerText.ts'
import { useTradeLevels } from './useTradeLevels.ts'
import { useWallLines } from './useWallLines.ts'

export interface ChartRights {
  /** The option chain, of the index that has one. */
  readonly chain: boolean
  /** The decision of each minute. */
  readonly decisions: boolean
}

interface IndexViewProps {
  uid: string
  symbol: IndexSymbol
  minutes: BarMinutes
  /** The user's trades of options of this index: when they were entered and left. */
  trades: readonly ChartTrade[]
  /** What the plan shows beside the candles. */
  shows: ChartRights
}

/**
 * An index's day in candles, live, after those of the session before, with the times of the user's own trades, and about
 * where the open one has its stop and target: those are premiums, so what is drawn here is a model's word.
 */
export function IndexView({ uid, symbol, minutes, trades, shows }: IndexViewProps) {
  const { query, bars, all } = useIndexBars(symbol, minutes)
  const textOf = useMarkerText()
  const markers = useMemo(
    () => markersOf(trades, minutes).map((marker) => ({ ...marker, text: textOf(marker) })),
    [trades, minutes, textOf],
  )
  const { lines: levels, words } = useTradeLevels(uid, trades)
  const chosen = useOverlays()
  const walls = useWallLines(symbol, shows.chain && chosen.has('walls'))
  const lines = useMemo(() => [...levels, ...walls], [levels, walls])
  const overlays = useMemo(() => overlayLines(all, chosen), [all, chosen])
  const minuteOf = useMemo(
    () => (shows.decisions ? (time: number) => minuteOfBar(symbol, minutes, time, marketNow()) : undefined),
    [shows.decisions, symbol, minutes],
  )
  const skipped = useQuery({ ...noTradeQuery(symbol, useMarketToday()), enabled: shows.decisions })
  const noTrade = useMemo(() => noTradeSpans(skipped.data ?? NONE, minutes), [skipped.data, minutes])
  const name = INDEX_NAMES[symbol]
  const summary = useIndexSummary({ name, minutes, bars, all, trades, words })
  if (query.data === undefined || all.length === 0) return <NoBarsYet query={query} name={name} />
  const hasBars = bars.length > 0
  return (
    <ChartFrame
      over={hasBars && <StalePriceOverlay />}
      bars={all}
      dividedAt={all.length > bars.length ? bars[0]?.time : undefined}
      markers={hasBars ? markers : NONE}
      lines={hasBars ? lines : NONE}
      steps={NONE}
      overlays={overlays}
      noTrade={hasBars ? noTrade : NONE}
      minuteOf={minuteOf}
      minutesWithout={shows.decisions ? { symbol, query: skipped } : undefined}
      decimals={0}
      visible={Math.max(VISIBLE_BARS, barsSince(bars, trades, minutes))}
      subject={`${symbol} ${minutes}`}
      summary={summary}
    />
  )
}

const NONE: readonly never[] = []

/** Bars since shortly before the earliest open trade: its entry is in sight from the start. */
function barsSince(bars: readonly { time: number }[], trades: readonly ChartTrade[], minutes: BarMinutes): number {
  const entries = trades.flatMap((trade) => (trade.exit_time === null ? (epochOf(trade.entry_time) ?? []) : []))
  if (entries.length === 0) return 0
  const from = Math.min(...entries) - 15 * minutes * MINUTE_MS
  return bars.filter((bar) => bar.time >= from).length
}
