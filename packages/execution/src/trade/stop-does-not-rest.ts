import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { TradeSnapshot } from './trade-aggregate.ts'
import type { Intent } from '../intent/intent.ts'
import { changesOf } from './sell-orders.ts'

/**
 * So many stops in a row, placed within this time and each cancelled by others: no person does that. The broker's risk desk
 * cancels what stands before it sells the position, and each new stop keeps it from selling.
 */
const CANCELLED_STOPS = 10
const CANCELLED_WITHIN_MS = 60_000

/** Whether others cancel each stop that is placed, so that the position is better sold. */
export function isEachStopCancelled(view: TradeSnapshot, placed: readonly Intent[], now: EpochMs): boolean {
  const newest = placed.slice(-CANCELLED_STOPS)
  if (newest.length < CANCELLED_STOPS || newest[0]!.createdAt <= now - CANCELLED_WITHIN_MS) return false
  return newest.every(({ outcome }) => outcome.state === 'accepted' && isCancelledByOthers(view, outcome.orderId))
}

function isCancelledByOthers(view: TradeSnapshot, orderId: string): boolean {
  const order = view.orders.find((one) => one.orderId === orderId)
  return order?.phase === 'cancelled' && !changesOf(view, orderId).some(({ call }) => call.type === 'cancel')
}
