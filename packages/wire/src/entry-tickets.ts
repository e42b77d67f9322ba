import { USER_LIMITS } from '@strikewise/domain/trading/user-limits.ts'
import * as z from 'zod'
import { problemText } from './field-problem.ts'
import { message } from './message.ts'
import { route } from './route.ts'
import { indexSymbol, instantText, istDateText, linkMode, optionSide, rupees } from './scalars.ts'
import { tradeCost } from './trade-cost.ts'
import { refusalAction } from './trades.ts'

/** Rupees a unit, above every premium of an index option. */
const MAX_PREMIUM = 100_000
/** Index points, above every strike. */
const MAX_STRIKE = 1_000_000

const premium = z
  .number()
  .min(0.05)
  .max(MAX_PREMIUM)
  .multipleOf(0.01, problemText({ code: 'field.decimals', decimals: 2 }))
  .meta({ description: 'Rupees a unit of the option, a multiple of its tick size' })
const lots = z.int().min(USER_LIMITS.lots.min).max(USER_LIMITS.lots.max)
const strike = z.number().positive().max(MAX_STRIKE)

const contract = z
  .object({
    symbol: indexSymbol,
    strike: z.number(),
    side: optionSide,
    expiry: istDateText,
    tradingsymbol: z.string(),
    lot_size: z.number(),
    tick_size: rupees,
  })
  .meta({ id: 'TicketContract' })

const refusal = z
  .object({ code: z.string(), text: z.string(), message, remedy: refusalAction.nullable() })
  .meta({ id: 'TicketRefusal' })

/** One part of the pre-trade check, as it would answer now. The broker's cash and clock are checked as the ticket is sent. */
const check = z
  .object({
    check: z.enum(['account', 'market', 'limits', 'price', 'size']),
    /** Null: it passes. */
    refusal: refusal.nullable(),
  })
  .meta({ id: 'TicketCheck' })

const quoteReply = z
  .object({
    contract,
    /** Prices of the contract; null while there is none. On plans with a delay the last price is as old as the plan sees it. */
    bid: rupees.nullable(),
    ask: rupees.nullable(),
    last: rupees.nullable(),
    as_of: instantText.nullable(),
    delay_seconds: z.number(),
    /** Kind of the account that the ticket would trade in; null: there is none. */
    mode: linkMode.nullable(),
    /** The plan allows tickets to be sent. */
    can_send: z.boolean(),
    lots: z.number(),
    quantity: z.number(),
    /** What is asked for, else a suggestion; null while there is no price to start from. The most that is paid a unit. */
    limit_price: rupees.nullable(),
    /** Trigger of the stop if the order fills at its limit; below that it is as much lower as the fill is. */
    stop_price: rupees.nullable(),
    /** Stops that this limit allows. */
    stop_range: z.object({ from: rupees, to: rupees }).nullable(),
    /** Target of the rules if the order fills at its limit. */
    target_price: rupees.nullable(),
    trailing: z.boolean(),
    /** Premium of all units at the limit. */
    outlay: rupees.nullable(),
    /** What is lost, charges included, when the order fills at its limit and the stop at its own. A gap can lose more. */
    worst_loss: rupees.nullable(),
    /** What the trade is expected to cost; null while a side of the quote is missing, as on plans that see late prices. */
    cost: tradeCost.nullable(),
    checks: z.array(check),
    /**
     * A form for the browser to post: it opens the broker's own order page with this order, for users whom no link with the broker
     * lets send it here. Null where there is no such page, the plan has no manual trades or sees late prices.
     */
    order_page: z
      .object({ url: z.string(), fields: z.record(z.string(), z.string()) })
      .meta({ id: 'OrderPage' })
      .nullable(),
    /** How long a ticket may trade after it was sent. */
    valid_seconds: z.number(),
  })
  .meta({ id: 'TicketQuote' })
export type TicketQuote = z.infer<typeof quoteReply>

/**
 * `waiting`: not carried out yet. `sending`: its order is on the way. `bought`: its trade holds, or held, a position. `not_bought`:
 * the broker reports that its order bought nothing. `unanswered`: the broker never answered, so it may have bought. `refused`: a
 * check refused it. `expired`: its time ended and no answer is known yet. Of these only `bought` and `refused` are final: a fill
 * that the broker reports late is taken over with its stop.
 */
const ticketState = z.enum(['waiting', 'sending', 'bought', 'not_bought', 'unanswered', 'refused', 'expired'])

export const ticketReply = z
  .object({
    id: z.string(),
    contract,
    mode: linkMode,
    lots: z.number(),
    limit_price: rupees,
    stop_price: rupees,
    asked_at: instantText,
    valid_until: instantText,
    state: ticketState,
    /** Null in every other state than `refused`. */
    refusal: refusal.nullable(),
    trade_id: z.string().nullable(),
    /** Units bought, and at what average price; null while nothing was. */
    filled_quantity: z.number(),
    average_price: rupees.nullable(),
    /** Why the order bought nothing, as the broker or the product named it. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'EntryTicket' })
export type TicketReply = z.infer<typeof ticketReply>

/** Manual entries: what a ticket would do, sending it, and what came of it. */
export const entryTicketRoutes = {
  ticketQuote: route({
    method: 'GET',
    path: '/entry_tickets/quote',
    auth: 'user',
    flag: 'manual_entries',
    perMinute: 240,
    summary: 'What a manual trade of a contract would pay, risk and be refused by, without sending it',
    query: z.strictObject({
      symbol: indexSymbol,
      strike: z.coerce.number().pipe(strike),
      side: optionSide,
      /** Left out: the nearest that is listed. */
      expiry: istDateText.optional(),
      lots: z.coerce.number().pipe(lots).optional(),
      limit_price: z.coerce.number().pipe(premium).optional(),
      stop_price: z.coerce.number().pipe(premium).optional(),
    }),
    reply: quoteReply,
  }),
  sendTicket: route({
    method: 'POST',
    status: 202,
    idempotent: true,
    path: '/entry_tickets',
    auth: 'user',
    feature: 'manual_trades',
    flag: 'manual_entries',
    perMinute: 30,
    summary: 'Buys a contract once, at a limit price, and leaves stop and exits to the product',
    body: z.strictObject({
      symbol: indexSymbol,
      strike,
      side: optionSide,
      expiry: istDateText,
      lots,
      limit_price: premium,
      stop_price: premium,
    }),
    reply: ticketReply,
  }),
  entryTicket: route({
    method: 'GET',
    path: '/entry_tickets/:ticket_id',
    auth: 'user',
    perMinute: 240,
    summary: "What came of one of the caller's tickets",
    params: z.strictObject({ ticket_id: z.string().min(1).max(128) }),
    reply: ticketReply,
  }),
}
