import { openQuantityOf, type BrokerOrder } from '../order/order.ts'
import { lastSell, liveSells, unresolvedSells } from '../trade/sell-orders.ts'
import { isHeld } from '../trade/trade.ts'
import { contractName } from '../persist/trade-notifications.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

/**
 * What only a person can mend: somebody else's sale rests over a position of ours, and the broker turned our own down.
 * It counts units that are on offer as gone, so that another sale of them would be short and wants its margin. Returns
 * what to tell, with the newest of the orders that it names, or undefined. `othersSales`: sell orders of the account that are
 * not ours and still work.
 */
export function blockingSellOrder(
  view: TradeSnapshot,
  foreignSellOrders: readonly BrokerOrder[],
): { readonly text: string; readonly orderId: string } | undefined {
  const { trade, open } = view
  if (foreignSellOrders.length === 0 || !isHeld(trade) || open <= 0) return undefined
  if (liveSells(view).length > 0 || unresolvedSells(view).length > 0 || !wasTurnedDown(view)) return undefined
  const { tradingsymbol } = trade.contract
  const theirs = foreignSellOrders.filter(
    (order) => order.tradingsymbol === tradingsymbol && order.product === trade.product,
  )
  if (theirs.length === 0) return undefined
  const units = theirs.reduce((sum, order) => sum + openQuantityOf(order), 0)
  const [which, rest] = theirs.length === 1 ? ['An order', 'rests'] : ['Orders', 'rest']
  const ids = theirs.map(({ orderId }) => orderId).join(', ')
  const text =
    `${which} that we did not place (${ids}) to sell ${units} ${contractName(trade.contract)} ${rest} at the broker. ` +
    'So it turns ours down, and the position has no stop: cancel what is there, or let it sell.'
  return { text, orderId: newestOf(theirs) }
}

/** The order the broker has taken last: its ids are digits of one length on a day, and grow. */
export function newestOf(orders: readonly BrokerOrder[]): string {
  return orders.reduce((newest, { orderId }) => (orderId > newest ? orderId : newest), '')
}

/** Whether the last sale that was tried was refused for want of margin, or taken and then rejected. */
function wasTurnedDown(view: TradeSnapshot): boolean {
  const last = view.intents.findLast(({ call }) => call.type === 'place' && call.order.side === 'SELL')
  if (last?.outcome.state === 'refused') return last.outcome.code === 'funds'
  return lastSell(view)?.phase === 'rejected'
}
