import * as z from 'zod'
import { indexCandle } from './market.ts'
import { route } from './route.ts'
import { indexSymbol, instantText, istDateText, linkMode, optionSide, rupees, userId } from './scalars.ts'

/** A price of the traded option and when it counted. */
const pricedAt = z.object({ at: instantText, price: rupees })

/**
 * One of the caller's trades on the option that was bought: prices are rupees a unit of that contract, never of the
 * index. What happened to the trade is shown at once; candles lag on plans that are sold a delayed view.
 */
export const tradeChartReply = z
  .object({
    trade_id: z.string(),
    tradingsymbol: z.string(),
    symbol: indexSymbol,
    strike: z.number(),
    side: optionSide,
    expiry: istDateText,
    mode: linkMode,
    status: z.enum(['Open', 'Exiting', 'Closed']),
    entry: pricedAt,
    /** Null while a position is held, and where its end could not be read. */
    exit: pricedAt.nullable(),
    /** Units held, and what those units cost; 0 and 0 once closed. */
    held: z.object({ quantity: z.number(), cost: rupees }),
    /** Where the stop rested, oldest first: each holds until the next one, or until the exit. */
    stops: z.array(pricedAt),
    /** Null once the trade is being closed. */
    target: rupees.nullable(),
    /** Index points when the decision was made; null when it is not in the log any more, or younger than the plan's delay. */
    decided: z.object({ at: instantText, spot: z.number() }).nullable(),
    /** One-minute bars, oldest first, from the minute asked for; the last may be forming. */
    candles: z.array(indexCandle),
    /** Seconds the candles lag the market. */
    delayed_by: z.number(),
    /** What the present price is made of, for a value at another level of the index; null where not known or not live. */
    pricing: z
      .object({
        as_of: instantText,
        spot: z.number(),
        forward: z.number(),
        volatility: z.number(),
        years: z.number(),
        rate: z.number(),
      })
      .nullable(),
  })
  .meta({ id: 'TradeChart' })
export type TradeChartReply = z.infer<typeof tradeChartReply>

export const tradeChartRoutes = {
  tradeChart: route({
    method: 'GET',
    kind: 'polled',
    personal: true,
    path: '/trade_chart',
    auth: 'user',
    keyScope: 'read',
    perMinute: 240,
    summary: "One of the caller's trades with the minutes of its option; closed ones for plans with the trade log",
    query: z.strictObject({
      uid: userId,
      trade_id: z.string().min(1).max(128),
      /** Start of the first minute wanted, epoch ms; all of the day when left out. */
      from: z.coerce.number().int().nonnegative().default(0),
    }),
    reply: tradeChartReply,
  }),
}
