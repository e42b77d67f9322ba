import type { Holding } from './exchange-orders.ts'
import type { CheckerContext } from './checker-context.ts'

/** Whether a purchase buys back what was sold short: no entry, so no limit, window or switch of entries holds it. */
export function isCover(
  { intents }: Pick<CheckerContext, 'intents'>,
  order: { account: string; tag: string | null },
): boolean {
  return order.tag !== null && intents.byTag(order.account, order.tag)?.kind === 'cover'
}

/** Whether the exchange owes its word on a purchase that buys back: a second one would buy the same units again. */
export function isCoverUnconfirmed(context: CheckerContext, holding: Holding): boolean {
  for (const order of holding.liveBuys) if (order.owedSince !== null && isCover(context, order)) return true
  return false
}
