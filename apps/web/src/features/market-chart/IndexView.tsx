import { useLingui } from '@lingui/react/macro'
import { groupIndian } from '@strikewise/domain/money/format.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { IndexCandle } from '@strikewise/wire/market.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { errorDetail } from '../../messages/error-detail.ts'
import { priceText } from '../../lib/format.ts'
import { useFeed } from '../../lib/feed.tsx'
import { epochOf, istDay, istMinute, istTime } from '../../lib/ist-format.ts'
import { candlesBeforeQuery, candlesQuery, indicesQuery } from '../../lib/market-queries.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { extremes, rollUp, withPrice, type BarMinutes } from './bars.ts'
import { FRAME_HEIGHT, ChartFrame, ChartSkeleton } from './ChartFrame.tsx'
import { contractText, markersOf, type ChartTrade } from './chart-trade.ts'
import type { PriceLine } from './CandleChart.tsx'
import { StalePriceOverlay } from './StalePriceOverlay.tsx'
import { tradeChartQuery } from './queries.ts'
import { tradeLevels } from './trade-levels.ts'
import { useMarkerText } from './useMarkerText.ts'

export const INDEX_NAMES = { NIFTY: 'Nifty 50', BANKNIFTY: 'Bank Nifty' } as const satisfies Record<IndexSymbol, string>
const QUOTE_KEYS = { NIFTY: 'nifty50', BANKNIFTY: 'banknifty' } as const

/** Bars in sight at first: two hours of minutes, and whole days of longer bars. */
export const VISIBLE_BARS = 120

interface IndexViewProps {
  uid: string
  symbol: IndexSymbol
  minutes: BarMinutes
  /** The user's trades of options of this index: when they were entered and left. */
  trades: readonly ChartTrade[]
}

/**
 * An index's day in candles, live, after those of the session before, with the times of the user's own trades, and about
 * where the open one has its stop and target: those are premiums, so what is drawn here is a model's word.
 */
export function IndexView({ uid, symbol, minutes, trades }: IndexViewProps) {
  const { t } = useLingui()
  const feed = useFeed()
  const { data: candles, error, isPending, refetch } = useQuery(candlesQuery(symbol))
  const { data: before } = useQuery(candlesBeforeQuery(symbol))
  const { data: quote } = useQuery({ ...indicesQuery, select: (indices) => indices[QUOTE_KEYS[symbol]] })
  const { data: asOf } = useQuery({ ...indicesQuery, select: (indices) => indices.as_of })
  const price = quote?.price
  const pricedAt = epochOf(asOf)
  const bars = useMemo(
    () =>
      rollUp(
        candles === undefined || price === undefined || pricedAt === undefined
          ? (candles ?? [])
          : withPrice(candles, price, pricedAt),
        minutes,
      ),
    [candles, price, pricedAt, minutes],
  )
  const all = useMemo(
    () => [...rollUp(earlier(before ?? [], candles?.[0]?.time), minutes), ...bars],
    [before, candles, bars, minutes],
  )
  const textOf = useMarkerText()
  const marks = useMemo(
    () => markersOf(trades, minutes).map((mark) => ({ ...mark, text: textOf(mark) })),
    [trades, minutes, textOf],
  )
  const { lines, words } = useTradeLevels(uid, trades)
  const name = INDEX_NAMES[symbol]
  const found = extremes(bars)
  if (found === undefined) {
    const closed = all.at(-1)
    if (candles !== undefined && closed !== undefined) {
      const [close, day] = [priceText(closed.close), istDay(closed.time as EpochMs)]
      return (
        <ChartFrame
          bars={all}
          marks={NONE}
          lines={NONE}
          steps={NONE}
          decimals={0}
          visible={VISIBLE_BARS}
          subject={`${symbol} ${minutes}`}
          summary={t`${name}, bars of ${minutes} min: ${day}, the session before, ended at ${close}. Bars of today begin at 09:15.`}
        />
      )
    }
    if (isPending)
      return (
        <div role="status" aria-label={t`Loading...`} className={FRAME_HEIGHT}>
          <ChartSkeleton />
        </div>
      )
    if (candles === undefined)
      return (
        <ErrorState
          title={t`The chart could not be read`}
          hint={errorDetail(error)}
          onRetry={() => void refetch()}
          className={FRAME_HEIGHT}
        />
      )
    return (
      <EmptyState
        title={t`No bars of ${name} yet`}
        hint={t`They begin with the first minute of the session, at 09:15.`}
        className={FRAME_HEIGHT}
      />
    )
  }
  const last = priceText(bars.at(-1)!.close)
  const [high, highAt] = [priceText(found.high.high), istMinute(found.high.time as EpochMs)]
  const [low, lowAt] = [priceText(found.low.low), istMinute(found.low.time as EpochMs)]
  const own = trades.map((trade) => contractText(trade)).join(', ')
  const lastAt = feed.status === 'stopped' && feed.since !== undefined ? istTime(feed.since) : undefined
  const summary =
    (lastAt === undefined
      ? t`${name}, bars of ${minutes} min: ${last} now, high ${high} at ${highAt}, low ${low} at ${lowAt}.`
      : t`${name}, bars of ${minutes} min: ${last} at ${lastAt}, high ${high} at ${highAt}, low ${low} at ${lowAt}.`) +
    (own === '' ? '' : ` ${t`Own trades: ${own}.`}`) +
    (words === '' ? '' : ` ${words}`)
  return (
    <ChartFrame
      over={<StalePriceOverlay />}
      bars={all}
      dividedAt={all.length > bars.length ? bars[0]?.time : undefined}
      marks={marks}
      lines={lines}
      steps={NONE}
      decimals={0}
      visible={Math.max(VISIBLE_BARS, barsSince(bars, trades, minutes))}
      subject={`${symbol} ${minutes}`}
      summary={summary}
    />
  )
}

/** How often the levels of an open trade are asked for: its stop may have moved, and time has passed. */
const LEVELS_EVERY_MS = 10_000

/** The levels of the index that the open trade has: as lines, and in words. */
function useTradeLevels(uid: string, trades: readonly ChartTrade[]): { lines: readonly PriceLine[]; words: string } {
  const { t } = useLingui()
  const open = trades.find((trade) => trade.exit_time === null)
  const { data: levels } = useQuery({
    ...tradeChartQuery(uid, open?.trade_id ?? ''),
    enabled: open !== undefined,
    refetchInterval: LEVELS_EVERY_MS,
    select: tradeLevels,
  })
  return useMemo(() => {
    if (open === undefined || levels === undefined) return { lines: NONE, words: '' }
    const { decided, stop, target } = levels
    const lines: PriceLine[] = [
      ...(decided === undefined ? [] : [{ tone: 'level', price: decided, title: t`Decided` } as const]),
      ...(stop === undefined ? [] : [{ tone: 'stop', price: stop, title: t`≈ Stop` } as const]),
      ...(target === undefined ? [] : [{ tone: 'target', price: target, title: t`≈ Target` } as const]),
    ]
    if (stop === undefined) return { lines, words: '' }
    const stopAt = groupIndian(stop)
    if (target === undefined)
      return { lines, words: t`At today’s volatility the option reaches its stop with the index near ${stopAt}.` }
    const targetAt = groupIndian(target)
    return {
      lines,
      words: t`At today’s volatility the option reaches its stop with the index near ${stopAt}, its target near ${targetAt}.`,
    }
  }, [open, levels, t])
}

/** Those before `until`; all while there is no such bar. */
const earlier = (candles: readonly IndexCandle[], until: number | undefined) =>
  until === undefined ? candles : candles.filter(({ time }) => time < until)

const NONE: readonly never[] = []

/** Bars since shortly before the earliest open trade: its entry is in sight from the start. */
function barsSince(bars: readonly { time: number }[], trades: readonly ChartTrade[], minutes: BarMinutes): number {
  const entries = trades.flatMap((trade) => (trade.exit_time === null ? (epochOf(trade.entry_time) ?? []) : []))
  if (entries.length === 0) return 0
  const from = Math.min(...entries) - 15 * minutes * MINUTE_MS
  return bars.filter((bar) => bar.time >= from).length
}
