import { useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { priceText } from '../../lib/format.ts'
import { istMinute, shortDay } from '../../lib/ist-format.ts'
import { marketNow } from '../../lib/server-clock.ts'
import { EmptyState } from '../../ui/states.tsx'
import { extremes, rollUp, type Bar, type BarMinutes } from './bars.ts'
import { ChartFrame, FRAME_HEIGHT } from './ChartFrame.tsx'
import { ChartOfQuery } from './ChartOfQuery.tsx'
import { INDEX_NAMES } from './index-names.ts'
import { minuteOfBar } from './minute-of-bar.ts'
import { noTradeSpans } from './no-trade-spans.ts'
import { useOverlays } from './overlay-choice.ts'
import { overlayLines } from './overlays.ts'
import { indexDayQuery, noTradeQuery } from './queries.ts'

interface PastDayViewProps {
  symbol: IndexSymbol
  day: IstDate
  minutes: BarMinutes
  /** The plan shows the decision of each minute. */
  decisions: boolean
}

/** An index on a past day in candles, with the minutes without a trade. It does not change any more. */
export function PastDayView({ symbol, day, minutes, decisions }: PastDayViewProps) {
  const { t } = useLingui()
  const candles = useQuery(indexDayQuery(symbol, day))
  const skipped = useQuery({ ...noTradeQuery(symbol, day), enabled: decisions, refetchInterval: false })
  const chosen = useOverlays()
  const bars = useMemo(() => rollUp(candles.data?.candles ?? NONE, minutes), [candles.data, minutes])
  const overlays = useMemo(() => overlayLines(bars, chosen), [bars, chosen])
  const noTrade = useMemo(() => noTradeSpans(skipped.data ?? NONE, minutes), [skipped.data, minutes])
  const minuteOf = useMemo(
    () => (decisions ? (time: number) => minuteOfBar(symbol, minutes, time, marketNow()) : undefined),
    [decisions, symbol, minutes],
  )
  const summary = useDaySummary(symbol, minutes, day, bars)
  const date = shortDay(day)
  return (
    <ChartOfQuery query={candles}>
      {() =>
        bars.length === 0 ? (
          <EmptyState
            title={t`No candles of ${date}`}
            hint={t`The market was closed, or the day is not stored.`}
            className={FRAME_HEIGHT}
          />
        ) : (
          <ChartFrame
            bars={bars}
            markers={NONE}
            lines={NONE}
            steps={NONE}
            overlays={overlays}
            noTrade={noTrade}
            minuteOf={minuteOf}
            minutesWithout={decisions ? { symbol, query: skipped } : undefined}
            decimals={0}
            visible={bars.length}
            subject={`${symbol} ${minutes} ${day}`}
            summary={summary}
          />
        )
      }
    </ChartOfQuery>
  )
}

const NONE: readonly never[] = []

/** What the chart of a past day shows, as text; empty without a bar. */
function useDaySummary(symbol: IndexSymbol, minutes: BarMinutes, day: IstDate, bars: readonly Bar[]): string {
  const { t } = useLingui()
  const found = extremes(bars)
  if (found === undefined) return ''
  const [name, date, close] = [INDEX_NAMES[symbol], shortDay(day), priceText(bars.at(-1)!.close)]
  const [high, highAt] = [priceText(found.high.high), istMinute(found.high.time as EpochMs)]
  const [low, lowAt] = [priceText(found.low.low), istMinute(found.low.time as EpochMs)]
  return t`${name}, ${minutes} min · ${date}, closed at ${close} · H ${high} (${highAt}) · L ${low} (${lowAt}).`
}
