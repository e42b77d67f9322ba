import { type Holding } from './exchange-orders.ts'
import type { CheckerContext } from './checker-context.ts'

/** Units that our orders for one trade bought in a contract, less those they sold. */
export function tradedByOrders(
  { exchangeOrders, intents }: Pick<CheckerContext, 'exchangeOrders' | 'intents'>,
  holding: Holding,
  tradeId: string,
): number {
  let units = 0
  for (const { isProductOrder, account, tag, side, filled } of exchangeOrders.ordersOf(holding))
    if (isProductOrder && intents.byTag(account, tag!)?.tradeId === tradeId) units += side === 'BUY' ? filled : -filled
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
  const { exchangeOrders, intents } = context
  let units = tradedByOrders(context, holding, tradeId)
  let boughtAt = Number.POSITIVE_INFINITY
  for (const { isProductOrder, account, tag, side, fills } of exchangeOrders.ordersOf(holding))
    if (isProductOrder && side === 'BUY' && fills.length > 0 && intents.byTag(account, tag!)?.tradeId === tradeId)
      boughtAt = Math.min(boughtAt, fills[0]!.at)
  for (const cut of holding.cuts) if (cut.at >= boughtAt) units -= cut.units
  return units
}
