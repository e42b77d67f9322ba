import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { TradeSnapshot } from './trade-aggregate.ts'

/**
 * When a trade was opened or closed, where that is learned at `now`: then, or at the broker's newest date of what it traded
 * where that is later. A machine that was suspended reads the time before it until the broker's clock corrects it: by that
 * date a decision from before the purchase would count against the trade, and the pause after a loss begin too early.
 */
export function tradedBy({ orders, fills }: TradeSnapshot, now: EpochMs): EpochMs {
  const filledAt = orders.flatMap(({ filled, updatedAt }) => (filled > 0 && updatedAt !== null ? [updatedAt] : []))
  return Math.max(now, ...filledAt, ...fills.map(({ at }) => at)) as EpochMs
}
