import { useLingui } from '@lingui/react/macro'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { useFeed } from '../../lib/feed.tsx'
import { priceText } from '../../lib/format.ts'
import { istDay, istMinute, istTime } from '../../lib/ist-format.ts'
import { extremes, type Bar, type BarMinutes } from './bars.ts'
import { contractText, type ChartTrade } from './chart-trade.ts'

interface SummaryOptions {
  /** Name of the index. */
  readonly name: string
  readonly minutes: BarMinutes
  /** Bars of today. */
  readonly bars: readonly Bar[]
  /** Those of the session before, then those of today. */
  readonly all: readonly Bar[]
  readonly trades: readonly ChartTrade[]
  /** The levels of the open trade, as text. */
  readonly words: string
}

/** What an index's chart shows, as text; of the session before while today has no bar. Empty without any bar. */
export function useIndexSummary({ name, minutes, bars, all, trades, words }: SummaryOptions): string {
  const { t } = useLingui()
  const feed = useFeed()
  const found = extremes(bars)
  if (found === undefined) {
    const closed = all.at(-1)
    if (closed === undefined) return ''
    const [close, day] = [priceText(closed.close), istDay(closed.time as EpochMs)]
    return t`${name}, ${minutes} min · ${day}, the session before, closed at ${close}. Today’s candles start at 09:15.`
  }
  const last = priceText(bars.at(-1)!.close)
  const [high, highAt] = [priceText(found.high.high), istMinute(found.high.time as EpochMs)]
  const [low, lowAt] = [priceText(found.low.low), istMinute(found.low.time as EpochMs)]
  const own = trades.map((trade) => contractText(trade)).join(', ')
  const lastAt = feed.status === 'stopped' && feed.since !== undefined ? istTime(feed.since) : undefined
  return (
    (lastAt === undefined
      ? t`${name}, ${minutes} min · ${last} · H ${high} (${highAt}) · L ${low} (${lowAt}).`
      : t`${name}, ${minutes} min · ${last} (${lastAt}) · H ${high} (${highAt}) · L ${low} (${lowAt}).`) +
    (own === '' ? '' : ` ${t`Your trades: ${own}.`}`) +
    (words === '' ? '' : ` ${words}`)
  )
}
