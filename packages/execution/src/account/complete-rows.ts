import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isUnresolved } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import type { Ledger } from './ledger.ts'

/**
 * A row that the store rejected leaves an older one in its place, which the rows beside it contradict: a fill that its
 * order does not show, an order whose intent still waits for an answer. What the others prove is taken over in memory, or
 * a successor would take a position for sold by others and cancel its stop before it has read any book.
 */
export function completeRows(ledger: Ledger, now: EpochMs): void {
  const { state } = ledger
  const filled = new Map<string, number>()
  for (const { view } of state.restless())
    for (const { orderId, quantity, byHand } of [...view.fills, ...view.coverFills])
      if (!byHand) filled.set(orderId, (filled.get(orderId) ?? 0) + quantity)
  for (const order of state.orders()) {
    const units = filled.get(order.orderId) ?? 0
    if (units > order.filled) state.apply({ type: 'order', order: { ...order, filled: units }, on: state.on })
    acceptOf(ledger, order, now)
  }
}

function acceptOf(ledger: Ledger, { intentId, orderId }: OrderRecord, now: EpochMs): void {
  const intent = ledger.state.intent(intentId)
  if (intent === undefined || intent.call.type !== 'place' || !isUnresolved(intent)) return
  ledger.put({ type: 'intent', intent: { ...intent, outcome: { state: 'accepted', at: now, orderId } } })
}
