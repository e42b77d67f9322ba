import { DECISION_ACTIONS } from '@strikewise/signals/decision/decision.ts'
import * as z from 'zod'
import { reason } from './operator.ts'
import { route } from './route.ts'
import { indexSymbol, instantText, linkMode, rupees, userId } from './scalars.ts'
import { activeTradeRow, entryRefusalsReply, livePnlRow, tradeLogRow } from './trades.ts'

/** What of a past second has no history, and is not rebuilt: its rows show the present alone. */
export const NOT_RECORDED = ['settings', 'plan', 'broker_link', 'funds', 'notices', 'prices_between_minutes'] as const

const pastOrder = z
  .object({
    order_id: z.string(),
    trade_id: z.string(),
    tradingsymbol: z.string(),
    side: z.enum(['BUY', 'SELL']),
    kind: z.enum(['LIMIT', 'SL', 'MARKET', 'other']),
    phase: z.enum(['pending', 'armed', 'open', 'cancelling', 'complete', 'cancelled', 'rejected']),
    /** Units, what has filled included. */
    quantity: z.number(),
    filled_quantity: z.number(),
    /** Null: a market order. */
    price: rupees.nullable(),
    /** Null: no stop-loss order. */
    trigger_price: rupees.nullable(),
    /** Null: nothing had filled. */
    average_price: rupees.nullable(),
    acknowledged_at: instantText,
  })
  .meta({ id: 'PastOrder' })

/** The screens of a user at a past second, rebuilt from rows that carry their time. */
const pastState = z
  .object({
    user_id: z.string(),
    at: instantText,
    active_trades: z.array(activeTradeRow),
    /** With the running trades. */
    trade_log: z.array(tradeLogRow),
    /** The open trades at the last prices that are recorded; null figures where none is. */
    standings: z.array(livePnlRow),
    /** Ours of the day, oldest first. */
    orders: z.array(pastOrder),
    /** Of the day, newest first. */
    refusals: entryRefusalsReply.shape.refusals,
    /** Of each index, about the newest minute that had ended. */
    decisions: z.array(
      z.object({
        decision_id: z.string(),
        symbol: indexSymbol,
        minute_end: instantText,
        action: z.enum(DECISION_ACTIONS),
        score: z.number(),
        threshold: z.number(),
        /** Index value. */
        spot: z.number(),
      }),
    ),
    /** Those that kept entries in: the user's own, and the one of every account. */
    kill_switches: z.array(
      z.object({
        scope: z.enum(['user', 'global']),
        since: instantText,
        /** Of a pause: when it was to end. */
        resume_at: instantText.nullable(),
      }),
    ),
    day_locks: z.array(z.object({ mode: linkMode, reason: z.string(), at: instantText })),
    /** Of trading on the day, oldest first. */
    alarms: z.array(z.object({ at: instantText, code: z.string(), text: z.string() })),
    not_recorded: z.array(z.enum(NOT_RECORDED)),
  })
  .meta({ id: 'PastState' })
export type PastState = z.infer<typeof pastState>

export const timeTravelRoutes = {
  operatorPastState: route({
    method: 'GET',
    path: '/operator/users/:id/past',
    auth: 'operator',
    perMinute: 30,
    recorded: true,
    summary:
      'What the screens of a user showed at a past second, rebuilt from stored rows. Each look is kept with its reason, and its user sees it',
    params: z.strictObject({ id: userId }),
    query: z.strictObject({
      /** By the product's clock; what has not come yet is answered as of the call. */
      at: instantText,
      /** Why it is read; shown to the user. */
      reason,
    }),
    reply: pastState,
  }),
}
