import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isUnresolved } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import { unitsOf, valueOf, type Fill } from '../trade/fill.ts'
import type { Ledger } from './ledger.ts'

/**
 * A row that the store rejected leaves an older one in its place, which the rows beside it contradict: a fill that its
 * order does not show, an order whose intent still waits for an answer. What the others prove is taken over in memory, or
 * a successor would take a position for sold by others and cancel its stop before it has read any book.
 */
export function completeRows(ledger: Ledger, now: EpochMs): void {
  const { state } = ledger
  const fillsOf = new Map<string, Fill[]>()
  for (const { view } of state.restless())
    for (const fill of [...view.fills, ...view.coverFills])
      if (!fill.byHand) fillsOf.set(fill.orderId, [...(fillsOf.get(fill.orderId) ?? []), fill])
  for (const order of state.orders()) {
    const completed = completedByFills(order, fillsOf.get(order.orderId) ?? [])
    if (completed !== order) state.apply({ type: 'order', order: completed, on: state.on })
    acceptOf(ledger, order, now)
  }
}

/**
 * The order as its fills prove it where they are more than it shows: units, and the average price, in paise. Without the
 * average the limit would pass for what was paid, and the stop stand by it.
 */
export function completedByFills(order: OrderRecord, fills: readonly Fill[]): OrderRecord {
  const filled = unitsOf(fills, order.side)
  return filled > order.filled ? { ...order, filled, averagePrice: valueOf(fills, order.side) / filled } : order
}

function acceptOf(ledger: Ledger, { intentId, orderId }: OrderRecord, now: EpochMs): void {
  const intent = ledger.state.intent(intentId)
  if (intent === undefined || intent.call.type !== 'place' || !isUnresolved(intent)) return
  ledger.put({ type: 'intent', intent: { ...intent, outcome: { state: 'accepted', at: now, orderId } } })
}
