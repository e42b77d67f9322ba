import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { squareOffAt } from '@strikewise/domain/time/square-off.ts'
import { indexLevelForPremium, payoffSoldAt } from '@strikewise/domain/trading/payoff.ts'
import type { TradeChartReply } from '@strikewise/wire/trade-chart.ts'
import type { LivePnlRow, ShownTradeRow } from '@strikewise/wire/trades.ts'
import { brokerage } from '../../lib/broker.ts'
import { epochOf, istMinute } from '../../lib/ist-format.ts'
import type { Holding } from '../decision/HoldingEnds.tsx'
import { pricedBy } from '../market-chart/payoff-curve.ts'

/** 'NIFTY 24500 CE'; only the strike for a row that shows no more. */
export const contractOf = ({ symbol, strike, side }: Pick<ShownTradeRow, 'symbol' | 'strike' | 'side'>): string =>
  [symbol, strike, side].filter((part) => part !== undefined).join(' ')

/** The last price of a trade's contract and what a sale at it would bring; the parts that are not known are undefined. */
export interface Standing {
  /** Rupees a unit. */
  readonly last: number | undefined
  readonly at: EpochMs | undefined
  /** Rupees, after charges. */
  readonly net: number | undefined
}

export const standingOf = (row: LivePnlRow | undefined): Standing => ({
  last: row?.last_price ?? undefined,
  at: epochOf(row?.as_of),
  net: row?.net ?? undefined,
})

/** A net result as a multiple of the planned risk; undefined where one of the two is not known. */
export const rMultiple = (net: number | undefined, plannedLoss: number | null | undefined): number | undefined =>
  net === undefined || plannedLoss == null || plannedLoss <= 0 ? undefined : net / plannedLoss

/** Its exit has begun, or its user has asked for it. */
export const isExiting = ({ exit, instructions = [] }: ShownTradeRow): boolean =>
  exit != null || instructions.some(({ kind }) => kind === 'exit')

/** How a trade with its stop where it is now would end. */
export interface TradeEnds {
  /** Rupees, after charges, if the units held were sold exactly at the stop's trigger; undefined without a stop. */
  readonly atStop: number | undefined
  /** Index points at which the option would be at its stop now: a model's value. */
  readonly indexAtStop: number | undefined
  /** When the position is sold at the latest; undefined on a day without a session. */
  readonly squareOff: EpochMs | undefined
}

/** What a trade's chart shows of its end, with the stop at `stop` (rupees a unit; undefined: none is placed). */
export function tradeEnds(chart: TradeChartReply, stop: number | undefined): TradeEnds {
  const { held, expiry, side, strike } = chart
  const entered = epochOf(chart.entry.at)
  if (entered === undefined) return { atStop: undefined, indexAtStop: undefined, squareOff: undefined }
  const on = istDateAt(entered)
  const session = nseCalendar.sessionOn(on)
  const by = pricedBy(chart)
  const level = stop === undefined || by === undefined ? undefined : indexLevelForPremium(chart, stop, by)
  const option = { side, strike, quantity: held.quantity, paid: Math.round(held.cost * 100) as Paise, on, brokerage }
  return {
    atStop:
      stop === undefined || held.quantity === 0
        ? undefined
        : payoffSoldAt(option, (Math.round(stop * 100) * held.quantity) as Paise) / 100,
    indexAtStop: level === undefined ? undefined : Math.round(level),
    squareOff: session === undefined ? undefined : squareOffAt(session, expiry),
  }
}

/** 'HH:MM' of an instant of the wire; undefined without one. */
export function minuteOf(iso: string | undefined): string | undefined {
  const at = epochOf(iso)
  return at === undefined ? undefined : istMinute(at)
}

/** What the verdict on an index shows of the trade that is held in it. */
export const holdingOf = (trade: ShownTradeRow, squareOff: EpochMs | undefined): Holding => ({
  contract: contractOf(trade),
  stop: trade.stop_price ?? undefined,
  target: trade.target_price ?? undefined,
  timeLimit: minuteOf(trade.time_limit_at),
  squareOff: squareOff === undefined ? undefined : istMinute(squareOff),
  endsByScore: trade.origin !== 'manual',
})
