import type { Holding } from './exchange-orders.ts'
import type { CheckerContext } from './checker-context.ts'

/** Whether a purchase buys back what was sold short: no entry, so no limit, window or switch of entries holds it. */
export function isCover(
  { intents }: Pick<CheckerContext, 'intents'>,
  order: { account: string; tag: string | null },
): boolean {
  return order.tag !== null && intents.byTag(order.account, order.tag)?.kind === 'cover'
}

/**
 * Until when the exchange owed its word on the purchases that buy back: a second one would have bought the same units again.
 * `now`: it owes one; 0: there was none.
 */
export function coverUnconfirmedUntil(context: CheckerContext, holding: Holding, now: number): number {
  let until = 0
  for (const order of context.exchangeOrders.ordersOf(holding)) {
    if (order.side !== 'BUY' || !isCover(context, order)) continue
    until = Math.max(until, order.unconfirmedSince === null ? (order.unconfirmedUntil ?? 0) : now)
  }
  return until
}
