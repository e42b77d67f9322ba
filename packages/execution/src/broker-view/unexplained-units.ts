// @invariant old-book-proves-nothing
import type { BrokerOrder } from '../order/order.ts'
import type { BrokerPosition } from '../ports.ts'
import type { AccountState } from '../persist/state.ts'

/** The product whose positions end with the day: each of its units was bought today, by an order in the order book. */
const INTRADAY = 'MIS'

/**
 * Whether the positions hold more intraday units of a contract than today's orders have bought, whatever their product:
 * then the order book leaves an order out that may be ours. `book`: a whole reading of the order book; orders of ours that
 * it does not show count as the rows know them. A position carried from yesterday and converted since looks the same.
 */
export function hasUnexplainedUnits(
  state: AccountState,
  positions: readonly BrokerPosition[],
  book: readonly BrokerOrder[],
): boolean {
  const held = positions.filter(({ product, quantity }) => product === INTRADAY && quantity > 0)
  if (held.length === 0) return false
  const filled = new Map<string, BrokerOrder>()
  for (const order of [...state.orders(), ...book]) {
    const known = filled.get(order.orderId)
    if (order.side === 'BUY' && order.filled >= (known?.filled ?? 0)) filled.set(order.orderId, order)
  }
  return held.some(({ tradingsymbol, quantity }) => {
    let bought = 0
    for (const order of filled.values()) if (order.tradingsymbol === tradingsymbol) bought += order.filled
    return quantity > bought
  })
}
