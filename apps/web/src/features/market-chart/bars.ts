import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import type { IndexCandle } from '@strikewise/wire/market.ts'

/** Minutes of a bar that can be chosen. */
export const BAR_MINUTES = [1, 3, 5, 15] as const
export type BarMinutes = (typeof BAR_MINUTES)[number]

/** Bars in sight at first: two hours of minutes, and whole days of longer bars. */
export const VISIBLE_BARS = 120

export interface Bar {
  /** Start, epoch ms. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Start of the bar of `minutes` that holds `at`. India's 09:15 is a whole multiple of all of them, in UTC too. */
export function barStart(at: number, minutes: BarMinutes): number {
  return at - (at % (minutes * MINUTE_MS))
}

/** One-minute bars, oldest first, as bars of `minutes`; the last may not be full yet. */
export function rollUp(candles: readonly IndexCandle[], minutes: BarMinutes): Bar[] {
  const bars: Bar[] = []
  for (const { time, open, high, low, close } of candles) {
    const start = barStart(time, minutes)
    const last = bars.at(-1)
    if (last?.time === start)
      bars[bars.length - 1] = { ...last, high: Math.max(last.high, high), low: Math.min(last.low, low), close }
    else bars.push({ time: start, open, high, low, close })
  }
  return bars
}

/** The bars with a price seen since: it widens the last minute, or opens a new one. An older price changes nothing. */
export function withPrice(candles: readonly IndexCandle[], price: number, at: number): readonly IndexCandle[] {
  const last = candles.at(-1)
  const time = barStart(at, 1)
  if (last === undefined || time < last.time) return candles
  if (time > last.time) return [...candles, { time, open: price, high: price, low: price, close: price, forming: true }]
  // A closed minute stays as it is; a price of its last second may come after it.
  if (last.forming !== true) return candles
  return [
    ...candles.slice(0, -1),
    { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price },
  ]
}

/** The highest and the lowest bar; undefined without bars. */
export function extremes(bars: readonly Bar[]): { readonly high: Bar; readonly low: Bar } | undefined {
  const [first] = bars
  if (first === undefined) return undefined
  let high = first
  let low = first
  for (const bar of bars) {
    if (bar.high > high.high) high = bar
    if (bar.low < low.low) low = bar
  }
  return { high, low }
}

interface Timed {
  readonly time: number
}

/** Index of the first bar, or point of a line, that must be redrawn; undefined when all must. */
export function changedFrom(before: readonly Timed[], after: readonly Timed[]): number | undefined {
  const from = before.length - 1
  if (from < 0 || after.length < before.length || after.length > before.length + 1) return undefined
  return before[0]!.time === after[0]!.time && before[from]!.time === after[from]!.time ? from : undefined
}

/** Whether a bar has the same start and prices as the one drawn before; false when there was none. */
export function isSameBar(before: Bar | undefined, { time, open, high, low, close }: Bar): boolean {
  return (
    before !== undefined &&
    before.time === time &&
    before.open === open &&
    before.high === high &&
    before.low === low &&
    before.close === close
  )
}
