import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { RaisedAlarm } from '../alarms/alarm.ts'
import { openQuantityOf, type BrokerOrder } from '../order/order.ts'
import { lastSell, liveSells, unresolvedSells } from '../trade/sell-orders.ts'
import { isHeld } from '../trade/trade.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

/**
 * What only the user can resolve: another party's sell order is open over a position of ours, and the broker rejected our own.
 * It counts units that are on offer as gone, so that another sale of them would be short and wants its margin. Returns the
 * alarm for the user, or undefined. `foreignSellOrders`: sell orders of the account that are not ours and still work.
 */
export function blockingSellOrder(
  view: TradeSnapshot,
  foreignSellOrders: readonly BrokerOrder[],
): Extract<RaisedAlarm, { code: 'alarm.in_the_way' }> | undefined {
  const { trade, open } = view
  if (foreignSellOrders.length === 0 || !isHeld(trade) || open <= 0) return undefined
  if (liveSells(view).length > 0 || unresolvedSells(view).length > 0 || !wasTurnedDown(view)) return undefined
  const { tradingsymbol } = trade.contract
  const theirs = foreignSellOrders.filter(
    (order) => order.tradingsymbol === tradingsymbol && order.product === trade.product,
  )
  if (theirs.length === 0) return undefined
  const units = theirs.reduce((sum, order) => sum + openQuantityOf(order), 0)
  const orders = theirs.map(({ orderId }) => orderId)
  return { code: 'alarm.in_the_way', contract: contractRef(trade.contract), units, orders }
}

/** Whether the last sale that was tried was rejected for lack of margin, or accepted and then rejected. */
function wasTurnedDown(view: TradeSnapshot): boolean {
  const last = view.intents.findLast(({ call }) => call.type === 'place' && call.order.side === 'SELL')
  if (last?.outcome.state === 'refused') return last.outcome.code === 'funds'
  return lastSell(view)?.phase === 'rejected'
}
