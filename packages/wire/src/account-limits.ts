import { ACCOUNT_LIMIT_BOUNDS, type LimitBounds } from '@strikewise/domain/trading/account-limits.ts'
import * as z from 'zod'

const bounded = (schema: z.ZodNumber, { min, max }: LimitBounds) => schema.min(min).max(max)

const { tradesPerDay, lossPauseMinutes, lossesInRow } = ACCOUNT_LIMIT_BOUNDS

/** The user's own limits over all indices, as the API shows them. Null: not set. */
export const accountLimits = z.object({
  /** Trades a day in all indices together. */
  max_trades_per_day: bounded(z.number().int(), tradesPerDay).nullable(),
  /** Minutes without an entry, in any index, after a trade that lost. */
  pause_after_loss_minutes: bounded(z.number().int(), lossPauseMinutes).nullable(),
  /** Losing trades in a row after which the day is over for entries. Null: as many as for everyone. */
  max_losses_in_row: bounded(z.number().int(), lossesInRow).nullable(),
})
export type AccountLimitSettings = z.infer<typeof accountLimits>
