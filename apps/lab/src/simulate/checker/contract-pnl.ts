import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { brokerCharges } from './broker-charges.ts'
import type { Holding } from './exchange-orders.ts'
import { isCover } from './cover.ts'
import type { CheckerContext } from './checker-context.ts'
import { isShown } from './order-confirmation.ts'

/**
 * What a contract has earned the account today, charges taken off, in paise: by every fill of ours and of the user's own sales
 * at the exchange, what was bought back included. Undefined while it is not over, or where it cannot be known: units were
 * converted or paid out, others bought, or the rows do not have all of it.
 */
export function contractPnl(context: CheckerContext, holding: Holding): number | undefined {
  const { exchangeOrders, observations } = context
  const { account, tradingsymbol, bought, sold, net, foreignSales, manuallySold, convertedInAll, settled } = holding
  const soldByOthers = foreignSales.reduce((sum, { quantity }) => sum + quantity, 0)
  if (net !== 0 || bought - sold !== soldByOthers || convertedInAll > 0 || settled > 0) return undefined
  let booked = 0
  for (const fill of observations.store.fillsOf(account))
    if (fill.isManual && fill.tradingsymbol === tradingsymbol) booked += fill.quantity
  if (booked < manuallySold && !areCoversBooked(context, holding)) return undefined
  const on = observations.shape.day
  let earned = 0
  const take = (side: OrderSide, value: number) => {
    earned += (side === 'SELL' ? value : -value) - brokerCharges([{ side, value: value as Paise, on }]).total
  }
  for (const order of exchangeOrders.ordersOf(holding)) {
    if (!order.isProductOrder || order.filled === 0) continue
    if (!isShown(context, order)) return undefined
    take(order.side, order.value)
  }
  for (const fills of Map.groupBy(foreignSales, ({ orderId }) => orderId).values())
    take(
      'SELL',
      fills.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
    )
  return earned
}

/**
 * Whether the rows of the trades in it have booked all that was bought back, and are over: the user's own sale is then counted
 * with what was bought back, where our stop's sale came to be the end of the trade.
 */
function areCoversBooked(context: CheckerContext, holding: Holding): boolean {
  let units = 0
  for (const order of context.exchangeOrders.ordersOf(holding)) if (isCover(context, order)) units += order.filled
  if (units === 0) return false
  for (const trade of context.observations.store.tradesOf(holding.account)) {
    if (trade.contract.tradingsymbol !== holding.tradingsymbol) continue
    if (trade.state === 'abandoned' || trade.state === 'entering') continue
    if (trade.state !== 'closed') return false
    units -= trade.cover?.units ?? 0
  }
  return units === 0
}
