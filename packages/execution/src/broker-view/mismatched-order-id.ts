// @invariant one-order-per-intent
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import { targetOf, type Intent } from '../intent/intent.ts'
import type { BrokerOrder, OrderRecord } from '../order/order.ts'
import { isInFuture } from '../instants.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import type { AccountState } from '../persist/state.ts'

/** Why an order stands in the rows that is not ours: the broker answered with the id of another order. */
const MISTAKEN = 'mistaken_id'

/**
 * Whether the first sight of an order that only an answer has named shows another order than was asked for. Our tag proves it
 * ours, another tag that it is not; a row without a tag must be exactly what was asked for.
 */
export function belongsToAnotherOrder(unitOfWork: AccountUnitOfWork, known: OrderRecord, seen: BrokerOrder): boolean {
  return known.seenAt === null && contradicts(unitOfWork, known, seen)
}

function contradicts(unitOfWork: AccountUnitOfWork, known: OrderRecord, seen: BrokerOrder): boolean {
  if (seen.tag !== null) return seen.tag !== known.tag
  if (seen.tradingsymbol !== known.tradingsymbol || seen.side !== known.side || seen.product !== known.product)
    return true
  const isChanged = unitOfWork.state.intentsOf(known.tradeId).some(({ call }) => targetOf(call) === known.orderId)
  return !isChanged && !isAskedFor(known, seen)
}

/** Whether an order stands as it was asked for. A protected market order shows as a limit order. */
function isAskedFor(asked: OrderRecord, { kind, quantity, price, trigger }: BrokerOrder): boolean {
  if (quantity !== asked.quantity) return false
  if (asked.kind === 'MARKET') return kind !== 'SL'
  return kind === asked.kind && price === asked.price && trigger === asked.trigger
}

/**
 * Whether the id in the answer to a call is known to be another order's: what stood before the call was drawn up is none of
 * its doing, however alike. `asked`: the order that was asked for, with that id.
 */
export function referencesAnotherOrder(unitOfWork: AccountUnitOfWork, asked: OrderRecord): boolean {
  const known = unitOfWork.state.order(asked.orderId)
  if (known !== undefined) return known.intentId !== asked.intentId
  const foreign = unitOfWork.state.foreign(asked.orderId)
  if (foreign === undefined || foreign === 'mistaken') return foreign !== undefined
  const call = unitOfWork.state.intent(asked.intentId)
  return (call !== undefined && foreign.firstSeenAt < call.createdAt) || contradicts(unitOfWork, asked, foreign.order)
}

/**
 * The order that an intent was answered with, where nothing but the answer reports it: no sight of it has confirmed it yet.
 * Undefined: a sight has, or there is none.
 */
export function acknowledgedOnly(unitOfWork: AccountUnitOfWork, { id, outcome }: Intent): OrderRecord | undefined {
  const order = outcome.state === 'accepted' ? unitOfWork.state.order(outcome.orderId) : undefined
  return order?.intentId === id && order.seenAt === null ? order : undefined
}

/**
 * Until when a change of an order waits for its first sight: its id may be another order's, the user's own among them. A
 * reading is quick, and after `confirmMs` from the answer (or from when this process reads the books, `booksWantedSince`) a
 * position that may be bare is the worse harm. Undefined: it may be changed now.
 */
export function firstSeenBy(
  state: AccountState,
  orderId: string,
  { now, snapshotsRequestedSince, config }: { now: EpochMs; snapshotsRequestedSince: EpochMs; config: ExecutionConfig },
): EpochMs | undefined {
  const order = state.order(orderId)
  if (order === undefined || order.seenAt !== null) return undefined
  return isInFuture((Math.max(order.acknowledgedAt, snapshotsRequestedSince) + config.confirmMs) as EpochMs, now)
}

/** Takes an order that only an answer named out of what is ours. Its row stays, as one that came to nothing. */
export function detachOrder(unitOfWork: AccountUnitOfWork, order: OrderRecord): void {
  const foreign = { ...order, phase: 'rejected', message: MISTAKEN, isForeign: true } as const
  unitOfWork.put({ type: 'order', order: foreign, on: unitOfWork.state.on })
}

/**
 * An acceptance whose id was another order's proves nothing: what was asked for is in doubt, to be settled by its tag. Its
 * request may be on its way for as long as a call that is not answered.
 */
export function revertToInDoubt(
  unitOfWork: AccountUnitOfWork,
  intent: Intent,
  now: EpochMs,
  callTimeoutMs: number,
): void {
  const answeredAt = intent.outcome.state === 'accepted' ? intent.outcome.at : now
  const notBefore = Math.max(now, answeredAt + callTimeoutMs) as EpochMs
  const outcome = { state: 'in_doubt', since: now, notBefore, why: MISTAKEN } as const
  unitOfWork.put({ type: 'intent', intent: { ...intent, outcome } })
}
