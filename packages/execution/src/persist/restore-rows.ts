import { LINK_MODES } from '@strikewise/domain/trading/link-mode.ts'
import type { Change } from '../store/account-changes.ts'
import type { Trade } from '../trade/trade.ts'
import type { AccountState } from './state.ts'

/** How far a trade has come: a row that is further than the one in memory was written by a claim whose answer was lost. */
const PROGRESS: Record<Trade['state'], number> = { entering: 0, abandoned: 1, open: 2, exiting: 3, closed: 4 }

/**
 * The rows that a store lacks, or has in an older form, though this process had written them: the store was restored to an
 * earlier instant (fault F44). Under one lease no other process writes, so what is in memory is right.
 */
export function rowsMissing(known: AccountState, stored: AccountState): readonly Change[] {
  const changes: Change[] = []
  for (const trade of known.trades()) {
    const row = stored.trade(trade.id)
    const isFurther = row !== undefined && PROGRESS[row.state] > PROGRESS[trade.state]
    if (!isFurther && !isSame(row, trade)) changes.push({ type: 'trade', trade })
    for (const intent of known.intentsOf(trade.id))
      if (!isSame(stored.intent(intent.id), intent)) changes.push({ type: 'intent', intent })
  }
  for (const order of known.orders())
    if (!isSame(stored.order(order.orderId), order)) changes.push({ type: 'order', order, on: known.on })
  for (const { id } of known.trades()) {
    const { fills, coverFills } = known.view(id)
    for (const fill of [...fills, ...coverFills])
      if (!stored.hasFill(fill)) changes.push({ type: 'fill', fill, on: known.on })
  }
  for (const mode of LINK_MODES) {
    const lock = known.lockOf(mode)
    if (lock !== undefined && stored.lockOf(mode) === undefined) changes.push({ type: 'lock', lock })
    const peak = known.dayPeakOf(mode)
    if (peak !== undefined && (stored.peakOf(mode) ?? 0) < peak.peak) changes.push({ type: 'peak', peak })
  }
  const foreign = known.foreignTrades()
  if (foreign !== undefined && !isSame(stored.foreignTrades(), foreign))
    changes.push({ type: 'foreign_trades', day: foreign })
  return changes
}

/** Whether two rows hold the same values; a field that is missing is as one that is undefined. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  for (const key of new Set([...left.keys(), ...right.keys()])) if (!isSame(left.get(key), right.get(key))) return false
  return true
}
