import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import {
  breakEvenAtExpiry,
  maxLoss,
  payoffAtExpiry,
  payoffNow,
  payoffSoldAt,
  type LongOption,
  type PricingInputs,
} from '@strikewise/domain/trading/payoff.ts'
import type { TradeChartReply } from '@strikewise/wire/trade-chart.ts'
import { epochOf } from '../../lib/ist-format.ts'
import { brokerage } from '../../lib/broker.ts'

/** One level of the index (points) and the result there (rupees, after charges). */
interface PayoffPoint {
  readonly level: number
  readonly atExpiry: number
  /** Undefined while the market's present prices are not known. */
  readonly now: number | undefined
}

export interface Payoff {
  readonly points: readonly PayoffPoint[]
  /** Index points. */
  readonly breakEven: number
  readonly spot: number | undefined
  /** Rupees, positive. */
  readonly maxLoss: number
  /** Rupees: with the index where it is, by the model. */
  readonly now: number | undefined
  /** Rupees: if all units were sold exactly at the stop's trigger. */
  readonly atStop: number | undefined
}

const POINTS = 80
/** How far beyond what must be seen the drawing goes, as a share of it. */
const MARGIN = 0.35
/** Least width drawn, as a share of the strike: under it every line would look straight. */
const MIN_WIDTH = 0.02

/** How the market prices a trade's option now; undefined while it does not. */
export function pricedBy({ pricing }: Pick<TradeChartReply, 'pricing'>): PricingInputs | undefined {
  if (pricing === null) return undefined
  const { volatility, years, rate, forward, spot } = pricing
  return { sigma: volatility, years, rate, basis: forward - spot }
}

/** A bought option, of a trade or as an example. `spot`: where the index is, if `pricing` does not name it. */
export type PayoffSubject = Pick<
  TradeChartReply,
  'side' | 'strike' | 'expiry' | 'entry' | 'held' | 'stops' | 'pricing'
> & { readonly spot?: number | undefined }

/** What the held part of a trade pays over levels of its index; undefined when nothing is held. */
export function payoffOf(chart: PayoffSubject): Payoff | undefined {
  const { held, pricing, stops, side, strike, spot = pricing?.spot } = chart
  const entered = epochOf(chart.entry.at)
  if (held.quantity === 0 || entered === undefined) return undefined
  const paid = Math.round(held.cost * 100) as Paise
  const option: LongOption = { side, strike, quantity: held.quantity, paid, on: istDateAt(entered), brokerage }
  const by = pricedBy(chart)
  const breakEven = breakEvenAtExpiry(option)
  const seen = [strike, breakEven, ...(spot === undefined ? [] : [spot])]
  const middle = (Math.min(...seen) + Math.max(...seen)) / 2
  const reach = Math.max(Math.max(...seen) - Math.min(...seen), MIN_WIDTH * strike) * (0.5 + MARGIN)
  const points = Array.from({ length: POINTS + 1 }, (_, i): PayoffPoint => {
    const level = middle - reach + (2 * reach * i) / POINTS
    return {
      level,
      atExpiry: payoffAtExpiry(option, level) / 100,
      now: by === undefined ? undefined : payoffNow(option, level, by) / 100,
    }
  })
  const stop = stops.at(-1)
  return {
    points,
    breakEven,
    spot,
    maxLoss: maxLoss(option) / 100,
    now: by === undefined || pricing === null ? undefined : payoffNow(option, pricing.spot, by) / 100,
    atStop:
      stop === undefined
        ? undefined
        : payoffSoldAt(option, (Math.round(stop.price * 100) * held.quantity) as Paise) / 100,
  }
}
