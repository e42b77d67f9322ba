import type { Parts } from './parts.ts'

/** Whether a purchase buys back what was sold short: no entry, so no limit, window or switch of entries holds it. */
export function isCover({ intents }: Pick<Parts, 'intents'>, order: { account: string; tag: string | null }): boolean {
  return order.tag !== null && intents.byTag(order.account, order.tag)?.kind === 'cover'
}
