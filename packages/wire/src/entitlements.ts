import * as z from 'zod'
import { indexSymbol, plan } from './scalars.ts'

/** What the caller's plan lets them do now: an expired plan counts as starter. */
export const entitlements = z
  .object({
    plan,
    /** Whether the plan's expiry lies ahead, a starter's too. The server compares: it has the product's time. */
    plan_active: z.boolean(),
    /** The paid plan that ended, to report it and offer a renewal. */
    expired_plan: plan.nullable(),
    agents: z.array(z.string()),
    delay_seconds: z.number(),
    core_signals: z.boolean(),
    option_chain: z.boolean(),
    trade_log: z.boolean(),
    broker_connect: z.boolean(),
    trade_settings: z.boolean(),
    /** Whether refusals of entries are shown: to users who may trade, on paper too. */
    entry_refusals: z.boolean(),
    telegram_alerts: z.boolean(),
    support_chat: z.boolean(),
    /** What may be traded automatically in the account the caller has; while there is none, in a real one. */
    auto_symbols: z.array(indexSymbol),
    /** Null: no limit. */
    max_active_trades: z.number().nullable(),
    paper_symbols: z.array(indexSymbol),
  })
  .meta({ id: 'Entitlements' })
export type Entitlements = z.infer<typeof entitlements>
