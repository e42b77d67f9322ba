import { type Holding } from './books.ts'
import type { Parts } from './parts.ts'

/** Units that our orders for one trade bought in a contract, less those they sold. */
export function tradedByOrders(
  { books, intents }: Pick<Parts, 'books' | 'intents'>,
  holding: Holding,
  tradeId: string,
): number {
  let units = 0
  for (const { isOurs, account, tag, side, filled } of books.ordersOf(holding))
    if (isOurs && intents.byTag(account, tag!)?.tradeId === tradeId) units += side === 'BUY' ? filled : -filled
  return units
}

/**
 * Units of one trade of ours in a contract: what its orders bought and sold, less what sales that are not ours cut of our
 * units since it bought. Of several trades any may be the one that was cut, so this is the least it may hold; below zero
 * its orders may have sold what was no longer its own.
 */
export function unitsOfTrade(parts: Pick<Parts, 'books' | 'intents'>, holding: Holding, tradeId: string): number {
  const { books, intents } = parts
  let units = tradedByOrders(parts, holding, tradeId)
  let boughtAt = Number.POSITIVE_INFINITY
  for (const { isOurs, account, tag, side, fills } of books.ordersOf(holding))
    if (isOurs && side === 'BUY' && fills.length > 0 && intents.byTag(account, tag!)?.tradeId === tradeId)
      boughtAt = Math.min(boughtAt, fills[0]!.at)
  for (const cut of holding.cuts) if (cut.at >= boughtAt) units -= cut.units
  return units
}
