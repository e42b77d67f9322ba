import { matchesTerms } from '../intent/doubt.ts'
import type { Intent } from '../intent/intent.ts'
import { isTerminal, type OrderRecord } from '../order/order.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'

/**
 * `merged`, with one change more when its terms are new and no call of ours asked for them: the user changed the order elsewhere,
 * and the broker counts that towards its limit of 25 as well. Several such changes between two sights of the order count once.
 */
export function countingOthersChange(
  unitOfWork: AccountUnitOfWork,
  known: OrderRecord,
  merged: OrderRecord,
): OrderRecord {
  if (known.seenAt === null || isTerminal(merged.phase) || !hasNewTerms(known, merged)) return merged
  return isChangedByOthers(unitOfWork, merged) ? { ...merged, modifies: merged.modifies + 1 } : merged
}

/** Whether an order of ours has terms that no known call of ours asked for. */
export function isChangedByOthers(unitOfWork: AccountUnitOfWork, order: OrderRecord): boolean {
  return !unitOfWork.state.intentsOf(order.tradeId).some((intent) => mayHaveAskedFor(intent, order))
}

function hasNewTerms(known: OrderRecord, merged: OrderRecord): boolean {
  return (
    known.kind !== merged.kind ||
    known.quantity !== merged.quantity ||
    known.price !== merged.price ||
    known.trigger !== merged.trigger
  )
}

/** Whether the intent placed the order, or changed it, with the terms that it has now. */
function mayHaveAskedFor({ id, call, outcome }: Intent, order: OrderRecord): boolean {
  if (call.type === 'place') return id === order.intentId && matchesTerms(order, call.order.terms)
  if (call.type === 'cancel' || call.orderId !== order.orderId || outcome.state === 'refused') return false
  return matchesTerms(order, call.terms)
}
