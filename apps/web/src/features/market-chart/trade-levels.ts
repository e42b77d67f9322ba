import { indexLevelForPremium } from '@strikewise/domain/trading/payoff.ts'
import type { TradeChartReply } from '@strikewise/wire/trade-chart.ts'
import { pricedBy } from './payoff-curve.ts'

/** A target farther from the entry than this many risks would flatten everything else; a text describes it then. */
const TARGET_RISKS = 3

/** The target, as a price of one unit, where there is one and it is near enough to be drawn; else null. */
export function nearTarget({ target, entry, stops }: TradeChartReply): number | null {
  const firstStop = stops[0]?.price
  if (target === null || firstStop === undefined) return target
  return target - entry.price <= TARGET_RISKS * (entry.price - firstStop) ? target : null
}

/** Levels of its index, in points, that an open trade has. */
export interface TradeLevels {
  /** Where the index stood when it was decided. */
  readonly decided: number | undefined
  /** About where the option would be at its stop, or target, now: stops are premiums, so this is a model's word. */
  readonly stop: number | undefined
  readonly target: number | undefined
}

/** Whole points: what a model shows of the next one is no news. */
export function tradeLevels(chart: TradeChartReply): TradeLevels {
  const by = pricedBy(chart)
  const levelOf = (price: number | null | undefined) => {
    const level = by === undefined || typeof price !== 'number' ? undefined : indexLevelForPremium(chart, price, by)
    return level === undefined ? undefined : Math.round(level)
  }
  const isOpen = chart.exit === null
  return {
    decided: chart.decided?.spot,
    stop: levelOf(isOpen ? chart.stops.at(-1)?.price : null),
    target: levelOf(isOpen ? nearTarget(chart) : null),
  }
}
