import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import type { CheckerContext } from './checker-context.ts'

/** The intent by which a call leaves, as the rows have it in that moment; undefined: they have none. */
export function intentOf({ intents }: Pick<CheckerContext, 'intents'>, call: CallRecord): Intent | undefined {
  if (call.tag !== null) return intents.byTag(call.account, call.tag)
  // The newest: what a replaced executor left in its file comes after all rows and is older.
  let newest: Intent | undefined
  for (const one of intents.of(call.account)) {
    if (one.call.type !== call.kind || one.call.type === 'place' || one.call.orderId !== call.orderId) continue
    if (newest === undefined || one.createdAt >= newest.createdAt) newest = one
  }
  return newest
}
