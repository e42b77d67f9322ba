// @invariant one-order-per-intent
// @invariant old-book-proves-nothing
// @invariant foreign-orders-untouched Orders without our tag are never touched; what the user sells is noticed and
//   the stop fitted.
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderAck } from '../order/order-ack.ts'
import { settleChange, withAbsence, provenAbsent, type InDoubtEvidence, type SnapshotStart } from '../intent/doubt.ts'
import { isUnresolved, targetOf, type Intent, type Outcome } from '../intent/intent.ts'
import { isTerminal, mergeOrder, type BrokerOrder, type OrderRecord } from '../order/order.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { countingOthersChange } from './changes-by-others.ts'
import type { SnapshotAge } from './order-book-age.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import {
  acknowledgedOnly,
  detachOrder,
  revertToInDoubt,
  belongsToAnotherOrder,
  referencesAnotherOrder,
} from './mismatched-order-id.ts'

/**
 * Takes in the answer to a call. What the book has shown in the meantime holds: an answer only fills in what is unknown.
 * `callTimeoutMs`: our own limit of a call.
 */
export function applyOrderAck(
  unitOfWork: AccountUnitOfWork,
  intentId: string,
  answer: OrderAck,
  now: EpochMs,
  callTimeoutMs: number,
): void {
  const intent = unitOfWork.state.intent(intentId)
  if (intent === undefined) return
  if (answer.type !== 'refused') countModify(unitOfWork, intent)
  if (!isUnresolved(intent)) return
  switch (answer.type) {
    case 'accepted':
      if (intent.call.type === 'place' && referencesAnotherOrder(unitOfWork, placedOrder(intent, answer.orderId, now)))
        revertToInDoubt(unitOfWork, intent, now, callTimeoutMs)
      else accept(unitOfWork, intent, answer.orderId, now)
      return
    case 'refused':
      resolve(unitOfWork, intent, { state: 'refused', at: now, code: answer.code, text: answer.text })
      return
    case 'in_doubt':
      resolve(unitOfWork, intent, { state: 'in_doubt', since: now, notBefore: now, why: answer.why })
      return
  }
}

/** Treats what an earlier executor left half-sent as in doubt, to be settled once its time to act has surely passed. */
export function adoptUnresolvedIntents(
  unitOfWork: AccountUnitOfWork,
  inFlight: ReadonlySet<string>,
  now: EpochMs,
  callTimeoutMs: number,
): void {
  for (const intent of unitOfWork.state.unresolved()) {
    if (intent.outcome.state !== 'sending' || inFlight.has(intent.id)) continue
    countModify(unitOfWork, intent)
    const notBefore = Math.max(now, intent.deadline + callTimeoutMs) as EpochMs
    resolve(unitOfWork, intent, { state: 'in_doubt', since: now, notBefore, why: 'process_ended' })
  }
}

/** What a sight of an order was: ours, someone else's, or one that contradicts what we know of ours. */
export type SnapshotContext = 'ours' | 'foreign' | 'contradicts' | 'second_order'

/**
 * Takes in one order as the book or an update shows it. Ours is what carries a tag of one of our intents and is the
 * order it asked for; anything else is left alone. An id that an answer gave, and under which another order stands, or
 * beside which the tag shows the right one, is no order of ours. `callTimeoutMs`: our own limit of a call.
 */
export function reconcileOrder(
  unitOfWork: AccountUnitOfWork,
  seen: BrokerOrder,
  at: EpochMs,
  now: EpochMs,
  callTimeoutMs: number,
): SnapshotContext {
  let snapshotContext: SnapshotContext = 'ours'
  const answered = unitOfWork.state.order(seen.orderId)
  if (answered !== undefined && belongsToAnotherOrder(unitOfWork, answered, seen)) {
    const placing = unitOfWork.state.intent(answered.intentId)
    detachOrder(unitOfWork, answered)
    if (placing?.outcome.state === 'accepted' && placing.outcome.orderId === answered.orderId)
      revertToInDoubt(unitOfWork, placing, now, callTimeoutMs)
  }
  if (unitOfWork.state.order(seen.orderId) === undefined) {
    const intent = unitOfWork.state.byTag(seen.tag)
    if (intent === undefined || intent.call.type !== 'place') {
      unitOfWork.state.recordForeignOrder(seen, now)
      return 'foreign'
    }
    const { tradingsymbol, side, product } = intent.call.order
    if (seen.tradingsymbol !== tradingsymbol || seen.side !== side || seen.product !== product) return 'contradicts'
    const mistaken = acknowledgedOnly(unitOfWork, intent)
    if (mistaken !== undefined) detachOrder(unitOfWork, mistaken)
    // One intent, at most one order: a second is adopted all the same, for it must be protected or cancelled.
    else if (intent.outcome.state === 'accepted' && intent.outcome.orderId !== seen.orderId)
      snapshotContext = 'second_order'
    accept(unitOfWork, intent, seen.orderId, now)
  }
  const record = unitOfWork.state.order(seen.orderId)!
  if (seen.tradingsymbol !== record.tradingsymbol || seen.side !== record.side) return 'contradicts'
  if (isSame(record, seen)) {
    // What is over is not checked again; of a live order only the time of sight is new.
    if (!isTerminal(record.phase) && (record.seenAt === null || at > record.seenAt))
      unitOfWork.keepInMemory({ ...record, updatedAt: seen.updatedAt ?? record.updatedAt, seenAt: at })
    return snapshotContext
  }
  const merged = countingOthersChange(unitOfWork, record, mergeOrder(record, seen, at))
  if (merged !== record) unitOfWork.put({ type: 'order', order: merged, on: unitOfWork.state.on })
  return snapshotContext
}

/** Readings beside the order book that a lost answer needs before its order counts as never taken. */
export interface PositionEvidence {
  /** Start of the newest readings of positions and trades, the older of both; undefined before the first. */
  readonly readAt: EpochMs | undefined
  /** The positions show every unit of ours in the contract of this trade but what others are known to have sold of them. */
  readonly isComplete: (tradeId: string) => boolean
  /** Neither positions nor trades show a purchase in the contract of this trade that the order book does not know. */
  readonly showsNoExtraUnits: (tradeId: string) => boolean
}

/** From when on an absence asks for positions and trades, and how long it waits for them, from the doubt's start. */
const BACKUP_SALE_AFTER_MS = 10_000
const BACKUP_SALE_WITHIN_MS = 15_000
/** An entry would rather not happen: until then no other may be sent, whatever the order book lacks. */
const BACKUP_SALE_WITHIN_OF_ENTRY_MS = 60_000

/**
 * What the doubts left open by a reading of the order book need. `needs_positions`: an order counts as never taken as soon
 * as positions and trades, read late enough, agree. `positions_differ`: they were read, and do not agree yet.
 */
export type DoubtNeed = 'settled' | 'positions_differ' | 'needs_positions'

/**
 * Settles what is in doubt from a reading of the order book, and returns what the rest needs. An old book in between makes
 * what earlier ones lacked worth nothing, where no position waits for the answer: books that lag by turns show an order
 * late, and nothing is lost by waiting for it.
 */
export function resolveDoubt(
  unitOfWork: AccountUnitOfWork,
  watches: Map<string, InDoubtEvidence>,
  snapshot: SnapshotStart,
  age: SnapshotAge,
  now: EpochMs,
  evidence?: PositionEvidence,
): DoubtNeed {
  let needs: DoubtNeed = 'settled'
  for (const id of watches.keys()) if (unitOfWork.state.intent(id)?.outcome.state !== 'in_doubt') watches.delete(id)
  for (const intent of unitOfWork.state.unresolved()) {
    if (intent.outcome.state !== 'in_doubt') continue
    if (intent.call.type === 'place') {
      if (age === 'old' && !isAwaited(unitOfWork, intent)) watches.delete(intent.id)
      const watch = watches.get(intent.id)
      const isEvidence = age === 'fresh' || (age === 'unclear' && isProtection(unitOfWork, intent))
      const seen = isEvidence ? withAbsence(watch, intent, snapshot) : watch
      if (seen !== undefined) watches.set(intent.id, seen)
      if (!provenAbsent(seen, intent)) continue
      const need = intent.kind === 'cover' ? 'settled' : remainingNeed(intent, snapshot, evidence)
      if (need !== 'settled') {
        if (needs !== 'needs_positions') needs = need
        continue
      }
      resolve(unitOfWork, intent, { state: 'absent', at: now })
    } else {
      const order = unitOfWork.state.order(intent.call.orderId)
      // Asked for again it changes nothing, so a reading will do that may be fresh.
      const isEvidence = age === 'fresh' || age === 'unclear'
      const verdict = order === undefined ? 'absent' : settleChange(intent, order, snapshot.at, isEvidence)
      if (verdict === 'wait') continue
      const outcome: Outcome =
        verdict === 'accepted'
          ? { state: 'accepted', at: now, orderId: intent.call.orderId }
          : { state: 'absent', at: now }
      resolve(unitOfWork, intent, outcome)
    }
    watches.delete(intent.id)
  }
  return needs
}

/** Whether units wait, unprotected or short, for what became of a new order. */
function isAwaited(unitOfWork: AccountUnitOfWork, intent: Intent): boolean {
  return intent.kind === 'cover' || isProtection(unitOfWork, intent)
}

/**
 * Whether a new order is to protect, or to sell, units that are held: it would rather be placed twice for a moment than wait
 * for a book that is surely fresh.
 */
function isProtection({ state }: AccountUnitOfWork, { kind, tradeId }: Intent): boolean {
  return kind !== 'cover' && kind !== 'enter' && state.view(tradeId).open > 0
}

/** What positions and trades lack to agree that an order which no book shows was never taken, while they may still do so. */
function remainingNeed(
  { kind, outcome, tradeId }: Intent,
  snapshot: SnapshotStart,
  evidence: PositionEvidence | undefined,
): DoubtNeed {
  if (outcome.state !== 'in_doubt' || evidence === undefined) return 'settled'
  const withinMs = kind === 'enter' ? BACKUP_SALE_WITHIN_OF_ENTRY_MS : BACKUP_SALE_WITHIN_MS
  if (snapshot.at >= outcome.notBefore + withinMs) return 'settled'
  if (evidence.readAt === undefined || evidence.readAt < outcome.notBefore + BACKUP_SALE_AFTER_MS)
    return 'needs_positions'
  const agrees = kind === 'enter' ? evidence.showsNoExtraUnits(tradeId) : evidence.isComplete(tradeId)
  return agrees ? 'settled' : 'positions_differ'
}

function accept(unitOfWork: AccountUnitOfWork, intent: Intent, orderId: string, now: EpochMs): void {
  resolve(unitOfWork, intent, { state: 'accepted', at: now, orderId })
  if (intent.call.type !== 'place' || unitOfWork.state.order(orderId) !== undefined) return
  unitOfWork.put({ type: 'order', order: placedOrder(intent, orderId, now), on: unitOfWork.state.on })
}

/**
 * What is known of an order at its acceptance: everything but its fate.
 * @throws TypeError for a call that places none
 */
export function placedOrder(intent: Intent, orderId: string, now: EpochMs): OrderRecord {
  if (intent.call.type !== 'place') throw new TypeError('only a placed order has a request')
  const { order } = intent.call
  const { terms } = order
  return {
    accountId: intent.accountId,
    tradeId: intent.tradeId,
    intentId: intent.id,
    orderId,
    tag: order.tag,
    tradingsymbol: order.tradingsymbol,
    side: order.side,
    product: order.product,
    phase: 'pending',
    kind: terms.kind,
    quantity: terms.quantity,
    price: terms.kind === 'MARKET' ? (0 as Paise) : terms.price,
    trigger: terms.kind === 'SL' ? terms.trigger : (0 as Paise),
    filled: 0,
    averagePrice: 0,
    updatedAt: null,
    message: null,
    acknowledgedAt: now,
    seenAt: null,
    modifies: 0,
  }
}

/** The broker counts modifies towards its limit of 25; what it may have counted, we count. */
function countModify(unitOfWork: AccountUnitOfWork, intent: Intent): void {
  if (intent.call.type !== 'modify') return
  const order = unitOfWork.state.order(targetOf(intent.call)!)
  if (order === undefined) return
  unitOfWork.put({ type: 'order', order: { ...order, modifies: order.modifies + 1 }, on: unitOfWork.state.on })
}

function resolve(unitOfWork: AccountUnitOfWork, intent: Intent, outcome: Outcome): void {
  unitOfWork.put({ type: 'intent', intent: { ...intent, outcome } })
}

/** Whether nothing but the time of sight differs. */
function isSame(a: BrokerOrder, b: BrokerOrder): boolean {
  return (
    a.phase === b.phase &&
    a.filled === b.filled &&
    a.averagePrice === b.averagePrice &&
    a.kind === b.kind &&
    a.quantity === b.quantity &&
    a.price === b.price &&
    a.trigger === b.trigger &&
    a.message === b.message
  )
}
