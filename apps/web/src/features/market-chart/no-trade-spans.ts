import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import type { NoTradeRun } from '@strikewise/wire/market.ts'
import { barStart, type BarMinutes } from './bars.ts'

/** Bars in a row, by the starts of the first and the last one, epoch ms. */
export interface BarSpan {
  readonly from: number
  readonly to: number
}

/** The bars of `minutes` that hold the minutes of each run. A bar that holds two runs belongs to the first one. */
export function noTradeSpans(runs: readonly NoTradeRun[], minutes: BarMinutes): BarSpan[] {
  const spans: BarSpan[] = []
  for (const { first, last } of runs) {
    const before = spans.at(-1)?.to ?? Number.NEGATIVE_INFINITY
    // A run names the ends of its minutes, a bar its start.
    const start = barStart(Date.parse(first) - MINUTE_MS, minutes)
    const from = start > before ? start : before + minutes * MINUTE_MS
    const to = barStart(Date.parse(last) - MINUTE_MS, minutes)
    if (to >= from) spans.push({ from, to })
  }
  return spans
}

/** Positions among bars in time order, first and last, of the bars inside a span; undefined without one. */
export function barsOfSpan(bars: readonly { readonly time: number }[], { from, to }: BarSpan): BarSpan | undefined {
  const first = countBefore(bars, from)
  const last = countBefore(bars, to + 1) - 1
  return last < first ? undefined : { from: first, to: last }
}

/** How many bars began before `time`. */
function countBefore(bars: readonly { readonly time: number }[], time: number): number {
  let [low, high] = [0, bars.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (bars[middle]!.time < time) low = middle + 1
    else high = middle
  }
  return low
}
