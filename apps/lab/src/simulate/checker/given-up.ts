import type { OrderLife } from './exchange-orders.ts'
import type { CheckerContext } from './checker-context.ts'

/** An entry whose answer was lost counts as pending until three readings over this long have lacked it. */
export const DOUBT_MS = 10_000

/** Whether an entry was in doubt, lacked by every reading over ten seconds, abandoned for that, and is not adopted yet. */
export function isGivenUp(
  { callLog, observations }: CheckerContext,
  { account, tag }: OrderLife,
  tradeId: string,
): boolean {
  const trade = observations.store.tradesOf(account).find(({ id }) => id === tradeId)
  const call = callLog.of(account).find((one) => one.tag === tag)
  return trade?.state === 'abandoned' && call !== undefined && trade.abandonedAt >= call.leftAt + DOUBT_MS
}
