import { ACCOUNT_LIMIT_BOUNDS, type LimitBounds } from '@strikewise/domain/trading/account-limits.ts'
import * as z from 'zod'

const bounded = (schema: z.ZodNumber, { min, max }: LimitBounds) => schema.min(min).max(max)

const { tradesPerDay } = ACCOUNT_LIMIT_BOUNDS

/** The user's own limits over all indices, as the API shows them. Null: not set. */
export const accountLimits = z.object({
  /** Trades a day in all indices together. */
  max_trades_per_day: bounded(z.number().int(), tradesPerDay).nullable(),
})
export type AccountLimitSettings = z.infer<typeof accountLimits>
