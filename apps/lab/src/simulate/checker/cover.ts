import type { Holding } from './books.ts'
import type { Parts } from './parts.ts'

/** Whether a purchase buys back what was sold short: no entry, so no limit, window or switch of entries holds it. */
export function isCover({ intents }: Pick<Parts, 'intents'>, order: { account: string; tag: string | null }): boolean {
  return order.tag !== null && intents.byTag(order.account, order.tag)?.kind === 'cover'
}

/** Whether the exchange owes its word on a purchase that buys back: a second one would buy the same units again. */
export function isCoverUnconfirmed(parts: Parts, holding: Holding): boolean {
  for (const order of holding.liveBuys) if (order.owedSince !== null && isCover(parts, order)) return true
  return false
}
