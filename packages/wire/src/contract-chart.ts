import * as z from 'zod'
import { indexCandle } from './market.ts'
import { route } from './route.ts'
import { indexSymbol, instantText, istDateText, optionSide, rupees } from './scalars.ts'

/** Index points, above every strike. */
const MAX_STRIKE = 1_000_000

/** What names an option in a query. */
export const contractTerms = {
  symbol: indexSymbol.default('NIFTY'),
  strike: z.coerce.number().positive().max(MAX_STRIKE),
  side: optionSide,
  expiry: istDateText,
}

/** The same strike and side in one expiry. */
const contractExpiry = z
  .object({
    expiry: istDateText,
    /** Last price a unit; 0: not traded. */
    price: rupees,
    /** Close of the session before; null: not known. */
    prev_close: rupees.nullable(),
    /** Units traded today, and open. */
    volume: z.number(),
    open_interest: z.number(),
    /** Whether a ticket of it can be opened: its prices come with the feed. */
    has_ticket: z.boolean(),
  })
  .meta({ id: 'ContractExpiry' })
export type ContractExpiry = z.infer<typeof contractExpiry>

/** One option of the chain: its minutes of today, and the same strike and side in the other expiries. */
export const contractChartReply = z
  .object({
    symbol: indexSymbol,
    strike: z.number(),
    side: optionSide,
    expiry: istDateText,
    /** One-minute bars in rupees, oldest first, from the minute asked for; the last may be forming. Null: not read yet. */
    candles: z.array(indexCandle).nullable(),
    /** Seconds the candles lag the market. */
    delayed_by: z.number(),
    /** Every listed expiry, nearest first, as the broker quoted it at `as_of`. Null: not read yet, or the plan is delayed. */
    quotes: z.object({ as_of: instantText, expiries: z.array(contractExpiry) }).nullable(),
  })
  .meta({ id: 'ContractChart' })
export type ContractChartReply = z.infer<typeof contractChartReply>

export const contractChartRoutes = {
  contractChart: route({
    method: 'GET',
    kind: 'polled',
    path: '/contract_chart',
    auth: 'user',
    keyScope: 'read',
    feature: 'option_chain',
    perMinute: 240,
    summary: 'An option of the chain with its minutes of today, and its strike and side in every listed expiry',
    query: z.strictObject({
      ...contractTerms,
      /** Start of the first requested minute, epoch ms; all of the day when left out. */
      from: z.coerce.number().int().nonnegative().default(0),
    }),
    reply: contractChartReply,
  }),
}
