import type { TradeChartReply } from '@strikewise/wire/trade-chart.ts'
import { epochOf } from '../../lib/ist-format.ts'
import type { Bar } from './bars.ts'

export interface StopStep {
  /** Start of a bar, epoch ms. */
  readonly time: number
  readonly price: number
}

/**
 * Where the stop stood in each bar from its first to the exit: the last price it was moved to before the bar ended. Bars
 * from before the first stop have none.
 */
export function stopSteps(
  chart: Pick<TradeChartReply, 'stops' | 'exit'>,
  bars: readonly Bar[],
  barMs: number,
): StopStep[] {
  const stops = chart.stops.flatMap(({ at, price }) => {
    const time = epochOf(at)
    return time === undefined ? [] : [{ time, price }]
  })
  const ends = epochOf(chart.exit?.at) ?? Number.POSITIVE_INFINITY
  return bars.flatMap((bar) => {
    const stood = stops.findLast((stop) => stop.time < bar.time + barMs)
    return stood === undefined || bar.time > ends ? [] : [{ time: bar.time, price: stood.price }]
  })
}
