import * as z from 'zod'
import { entryFill } from './entry-fill.ts'
import { tradeOrigin } from './trade-origin.ts'
import { problemText } from './field-problem.ts'
import { message } from './message.ts'
import { openPosition } from './open-position.ts'
import { route } from './route.ts'
import { indexSymbol, instantText, istDateText, linkMode, optionSide, rupees, userId } from './scalars.ts'

/** Why a trade holds fewer lots than its user had set: what bound its size, or `offers`: the order was filled in part. */
const fewerLots = z
  .object({
    /** Lots the user had set. */
    armed: z.number(),
    /** Lots that were bought; no whole number when a fill ended inside a lot. */
    bought: z.number(),
    reason: z.enum([
      'risk_budget',
      'day_cap',
      'cash',
      'liquidity',
      'freeze',
      'earlier_loss',
      'second_attempt',
      'offers',
    ]),
  })
  .meta({ id: 'FewerLots' })
export type ReducedLots = z.infer<typeof fewerLots>

/**
 * A trade of the day's log. `gross_pnl` is in rupees, equal to the broker's trades; `net_pnl` is `gross_pnl` less `charges`.
 * `pnl` is `gross_pnl` under its older name. All are null while the trade is open, and for one whose end could not be read
 * from the broker before its day was over.
 */
export const tradeLogRow = z
  .object({
    trade_id: z.string(),
    entry_time: z.string(),
    exit_time: z.string().nullable(),
    strike: z.number(),
    entry_price: rupees,
    exit_price: rupees.nullable(),
    quantity: z.number(),
    pnl: rupees.nullable(),
    gross_pnl: rupees.nullable(),
    net_pnl: rupees.nullable(),
    symbol: indexSymbol,
    side: optionSide,
    tradingsymbol: z.string(),
    status: z.string(),
    mode: linkMode,
    exit_reason: z.string().nullable(),
    charges: rupees.nullable(),
    /** Of the charges: the parts a day's contract note writes in whole rupees. */
    stt: rupees.nullable(),
    stamp: rupees.nullable(),
    /** Which decision opened it: ask `/why/:id` why. Of a manual trade the ticket, which has no why. */
    decision_id: z.string(),
    origin: tradeOrigin,
    fewer_lots: fewerLots.optional(),
    /** Missing for units that were sold short and bought back. */
    entry_fill: entryFill.optional(),
  })
  .meta({ id: 'TradeLogRow' })
export type TradeLogRow = z.infer<typeof tradeLogRow>

const specifiedTradeRow = z.object({
  trade_id: z.string(),
  entry_time: z.string(),
  strike: z.number(),
  entry_price: rupees,
  quantity: z.number(),
  status: z.string(),
  symbol: indexSymbol,
  side: optionSide,
  tradingsymbol: z.string(),
  mode: linkMode,
  /** Trigger of the protective stop that rests at the broker; null while none does. */
  stop_price: rupees.nullable(),
  target_price: rupees.nullable(),
  /** Which decision opened it: ask `/why/:id` why. Of a manual trade the ticket, which has no why. */
  decision_id: z.string(),
  origin: tradeOrigin,
  fewer_lots: fewerLots.optional(),
})

/** A trade that holds a position, until the broker's books show that it holds none. */
export const activeTradeRow = specifiedTradeRow.extend(openPosition.shape).meta({ id: 'ActiveTradeRow' })
export type ActiveTradeRow = z.infer<typeof activeTradeRow>

/** The same as readers take it: what the specification names is there, all else may be missing. */
export const shownTradeRow = specifiedTradeRow
  .partial({
    symbol: true,
    side: true,
    tradingsymbol: true,
    mode: true,
    stop_price: true,
    target_price: true,
    decision_id: true,
  })
  .extend(openPosition.partial().shape)
  .meta({ id: 'ShownTradeRow' })
export type ShownTradeRow = z.infer<typeof shownTradeRow>

/** How an open trade stands at the last price of its contract; null figures while there is no price. */
export const livePnlRow = z
  .object({
    trade_id: z.string(),
    mode: linkMode,
    last_price: rupees.nullable(),
    /** The best price that buyers offer: a stop stays below it, a target above. Null while there is none. */
    bid: rupees.nullable().optional(),
    /** When the prices were seen. */
    as_of: instantText.nullable(),
    /** With what it sold already, if the rest were sold at the last price. */
    gross: rupees.nullable(),
    /** The same after the charges so far and those of that sale. */
    net: rupees.nullable(),
  })
  .meta({ id: 'LivePnlRow' })
export type LivePnlRow = z.infer<typeof livePnlRow>

/** What became of a closed trade's plan. */
export const trackedTradeRow = z
  .object({
    trade_id: z.string(),
    mode: linkMode,
    held_seconds: z.number(),
    /** What it could have lost by its plan; null on trades from before that was kept. */
    planned_loss: rupees.nullable(),
    /** The net result as a multiple of the planned loss; null where one of the two is not known. */
    result_r: z.number().nullable(),
    /** The best it could have been sold at, its own exit included. */
    best_price: rupees,
    /** Of the move from the entry to the best price, the share that was kept at the exit; below 0: none, and more. */
    kept_of_best: z.number().nullable(),
    /** Whether a loss stayed within the plan; null when it did not lose. */
    stop_kept: z.boolean().nullable(),
    /** Units that the user sold in the broker’s own app. */
    manual_exit_quantity: z.number(),
    second_attempt: z.boolean(),
  })
  .meta({ id: 'TrackedTradeRow' })
export type TrackedTradeRow = z.infer<typeof trackedTradeRow>

/** Where the user can do something about a refusal. */
const remedyPlace = z.enum(['connect_broker', 'plans', 'trade_settings', 'kill_switch', 'support'])
export type RefusalActionTarget = z.infer<typeof remedyPlace>

export const refusalAction = z.object({
  /** Null: there is nowhere to go. */
  place: remedyPlace.nullable(),
  text: z.string(),
  message,
})
export type RefusalAction = z.infer<typeof refusalAction>

/** Why a decision to trade did not become a trade of this user: the most serious reason there was. */
const entryRefusalRow = z
  .object({
    at: z.string(),
    symbol: indexSymbol,
    decision_id: z.string(),
    /** What was to be bought, as `/decisions/:id` has it; null when the decision is not in the log any more. */
    contract: z.object({ strike: z.number(), side: optionSide }).nullable(),
    code: z.string(),
    text: z.string(),
    message,
    remedy: refusalAction.nullable(),
  })
  .meta({ id: 'EntryRefusalRow' })
export type EntryRefusalRow = z.infer<typeof entryRefusalRow>

export const entryRefusalsReply = z
  .object({
    refusals: z.array(entryRefusalRow),
    /** Ask with this as `before` for the older ones; null: there are none. */
    next: z.string().nullable(),
  })
  .meta({ id: 'EntryRefusals' })
export type EntryRefusalsReply = z.infer<typeof entryRefusalsReply>

export const tradeRoutes = {
  userTradeLogs: route({
    method: 'GET',
    kind: 'polled',
    personal: true,
    path: '/user_trade_logs',
    root: true,
    auth: 'user',
    keyScope: 'read',
    feature: 'trade_log',
    perMinute: 120,
    summary: "The caller's trades of one day, oldest entry first",
    query: z.strictObject({ uid: userId, date: istDateText, closed_only: z.stringbool().default(false) }),
    reply: z.array(tradeLogRow),
  }),
  userActiveTrades: route({
    method: 'GET',
    kind: 'polled',
    personal: true,
    path: '/user_active_trades',
    root: true,
    auth: 'user',
    keyScope: 'read',
    perMinute: 120,
    summary: "The caller's open trades",
    query: z.strictObject({ uid: userId, date: istDateText }),
    reply: z.array(shownTradeRow),
  }),
  livePnl: route({
    method: 'GET',
    path: '/live_pnl',
    auth: 'user',
    keyScope: 'read',
    feature: 'live_pnl',
    perMinute: 120,
    summary: "How the caller's open trades stand at the last prices",
    query: z.strictObject({ uid: userId, date: istDateText }),
    reply: z.array(livePnlRow),
  }),
  tradeTracker: route({
    method: 'GET',
    path: '/trade_tracker',
    auth: 'user',
    keyScope: 'read',
    feature: 'trade_tracker',
    perMinute: 120,
    summary: "What became of the plans of the caller's closed trades of one day, oldest entry first",
    query: z.strictObject({ uid: userId, date: istDateText }),
    reply: z.array(trackedTradeRow),
  }),
  entryRefusals: route({
    method: 'GET',
    path: '/entry_refusals',
    auth: 'user',
    keyScope: 'read',
    feature: 'entry_refusals',
    perMinute: 120,
    summary: "Decisions of a day that did not become the caller's trades, newest first, and why",
    query: z.strictObject({
      uid: userId,
      date: istDateText,
      limit: z.coerce.number().int().min(1).max(500).default(100),
      before: z
        .string()
        .regex(/^\d{1,15}\.[\w:-]{1,128}$/, problemText({ code: 'field.cursor' }))
        .optional(),
    }),
    reply: entryRefusalsReply,
  }),
}
