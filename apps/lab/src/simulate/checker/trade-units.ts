import { isCover } from './cover.ts'
import type { Holding, OrderLife } from './exchange-orders.ts'
import type { CheckerContext } from './checker-context.ts'

/** Units that our orders for one trade bought in a contract, less those they sold. What buys back is no part of what it bought. */
export function tradedByOrders(
  context: Pick<CheckerContext, 'exchangeOrders' | 'intents'>,
  holding: Holding,
  tradeId: string,
): number {
  let units = 0
  for (const { side, filled } of ordersOfTrade(context, holding, tradeId)) units += side === 'BUY' ? filled : -filled
  return units
}

/**
 * Units of one trade of ours in a contract: what its orders bought and sold, less what sales that are not ours cut of our
 * units since it bought. Of several trades any may be the one that was cut, so this is the least it may hold; below zero
 * its orders may have sold what was no longer its own.
 */
export function unitsOfTrade(
  context: Pick<CheckerContext, 'exchangeOrders' | 'intents'>,
  holding: Holding,
  tradeId: string,
): number {
  let units = tradedByOrders(context, holding, tradeId)
  let boughtAt = Number.POSITIVE_INFINITY
  for (const { side, fills } of ordersOfTrade(context, holding, tradeId))
    if (side === 'BUY' && fills.length > 0) boughtAt = Math.min(boughtAt, fills[0]!.at)
  for (const cut of holding.cuts) if (cut.at >= boughtAt) units -= cut.units
  return units
}

/** Our orders for one trade in a contract, without those that buy back. */
function ordersOfTrade(
  context: Pick<CheckerContext, 'exchangeOrders' | 'intents'>,
  holding: Holding,
  tradeId: string,
): readonly OrderLife[] {
  return context.exchangeOrders
    .ordersOf(holding)
    .filter(
      (order) =>
        order.isProductOrder &&
        context.intents.byTag(order.account, order.tag!)?.tradeId === tradeId &&
        !isCover(context, order),
    )
}
