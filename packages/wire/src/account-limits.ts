import { ACCOUNT_LIMIT_BOUNDS, type LimitBounds } from '@strikewise/domain/trading/account-limits.ts'
import { PERIOD_LIMIT_RUPEES } from '@strikewise/domain/trading/period-limits.ts'
import { PROFIT_LOCK_BOUNDS } from '@strikewise/domain/trading/profit-lock.ts'
import * as z from 'zod'

const bounded = (schema: z.ZodNumber, { min, max }: LimitBounds) => schema.min(min).max(max)

const { tradesPerDay, lossPauseMinutes, lossesInRow } = ACCOUNT_LIMIT_BOUNDS

/** Keeps a share of a day's profit, from a net result of the day on. */
export const profitLock = z
  .strictObject({
    /** Net result of the day in rupees from which on it holds. */
    from: bounded(z.number().int(), PROFIT_LOCK_BOUNDS.fromRupees),
    /** Per cent of the day's peak that are kept. */
    keep_pct: bounded(z.number().int(), PROFIT_LOCK_BOUNDS.keepPct),
  })
  .meta({ id: 'ProfitLock' })
export type ProfitLockSetting = z.infer<typeof profitLock>

/** The user's own limits over all indices, as the API shows them. Null: not set. */
export const accountLimits = z.object({
  /** Trades a day in all indices together. */
  max_trades_per_day: bounded(z.number().int(), tradesPerDay).nullable(),
  /** Minutes without an entry, in any index, after a trade that lost. */
  pause_after_loss_minutes: bounded(z.number().int(), lossPauseMinutes).nullable(),
  /** Losing trades in a row after which the day is over for entries. Null: as many as for everyone. */
  max_losses_in_row: bounded(z.number().int(), lossesInRow).nullable(),
  /** The day is over when its net result falls back to the kept share of its peak. */
  profit_lock: profitLock.nullable(),
  /** Rupees that a trading week, from its Monday on, may lose. */
  weekly_loss_limit: bounded(z.number().int(), PERIOD_LIMIT_RUPEES).nullable(),
  /** Rupees by which the account may fall from its peak since the day the limit was set or raised. */
  drawdown_limit: bounded(z.number().int(), PERIOD_LIMIT_RUPEES).nullable(),
})
export type AccountLimitSettings = z.infer<typeof accountLimits>
