import * as z from 'zod'
import { route } from './route.ts'
import { indexSymbol, instantText, istDateText } from './scalars.ts'

/** Days that a stored chain may be kept for. */
export const MAX_KEEP_DAYS = 3650

const chainHistory = z
  .object({
    /** Whether recorded days are stored on this installation. */
    on: z.boolean(),
    /** Days that are kept. */
    keep_days: z.number(),
    /** The days that are stored, by index. */
    symbols: z.array(
      z.object({
        symbol: indexSymbol,
        days: z.number(),
        from: istDateText,
        to: istDateText,
        bytes: z.number(),
        /** When a day of it was last stored. */
        stored_at: instantText,
      }),
    ),
    /** Sessions whose volatility at 15:00 is known, which the IV percentile of an index is taken over. */
    volatility: z.array(z.object({ symbol: indexSymbol, sessions: z.number() })),
    /** Recorded days that could not be stored yet, each tried again. */
    failures: z.array(z.object({ day: istDateText, reason: z.string(), attempts: z.number(), failed_at: instantText })),
  })
  .meta({ id: 'ChainHistory' })
export type ChainHistory = z.infer<typeof chainHistory>

export const chainHistoryRoutes = {
  operatorChainHistory: route({
    method: 'GET',
    path: '/operator/chain-history',
    auth: 'operator',
    perMinute: 120,
    summary: 'The days whose option chains are stored a minute, the days that could not be, and how long they are kept',
    query: z.strictObject({}),
    reply: chainHistory,
  }),
  setChainHistoryRetention: route({
    method: 'POST',
    path: '/operator/chain-history',
    auth: 'operator',
    perMinute: 10,
    summary: 'For how many days stored option chains are kept: older ones are removed each night',
    body: z.strictObject({ keep_days: z.number().int().min(1).max(MAX_KEEP_DAYS) }),
    reply: chainHistory,
  }),
}
