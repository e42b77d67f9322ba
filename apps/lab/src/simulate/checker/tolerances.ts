import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { FaultKind } from '../chance/faults.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import { netOf } from '@strikewise/execution/broker-view/position-snapshot.ts'
import { PRODUCT, type Holding, type OrderLife } from './exchange-orders.ts'
import { coverUnconfirmedUntil } from './cover.ts'
import { hasNoBuyer, LONGEST_STEP_MS, STEP_MS } from './covers.ts'
import type { CheckerContext } from './checker-context.ts'
import { isPlaced, isShown } from './order-confirmation.ts'
import { rejectedOf, rememberedOf } from './rejected-rows.ts'
import { REACTION_MS } from './active-faults.ts'
import {
  bookUntil,
  endAfter,
  lacksUntil,
  MAX_TURNS,
  OF_STORE,
  positionsDifferUntil,
  rowsReadBy,
  unreadableUntil,
  unwritableUntil,
} from './book-and-store-times.ts'

/** What kept a position from being protected. */
export type Cause =
  | 'store'
  | 'no leader'
  | 'call lost'
  | 'call refused'
  | 'order rejected'
  | 'order not confirmed'
  | 'book'

/** Our own limit of a call: for so long one that is never answered holds its place. */
const CALL_MS = 7_000
/** When a refused call is made again, by what the broker showed; else a moment later. */
const AGAIN_MS: Partial<Record<string, number>> = {
  rate_limited: 1_000,
  token_expired: 5_000,
  not_permitted: 2_000,
  session_closed: 30_000,
}
const AGAIN_ELSE_MS = 3_000

/** Whether the broker refused a call for a reason that shows nothing about the order. */
export function isForTheMoment(answer: CallRecord['answer']): boolean {
  return answer?.type === 'refused' && AGAIN_MS[answer.code] !== undefined
}
/** The positions show a sale from then on. */
const SHOWN_AFTER_MS = 2_000
const CLAIM_MS = 2_000
/** A sale claimed while the store is late may wait so much longer to leave, as its row shows. */
const PATIENCE_MS = 13_000
/** Three fresh readings over this long prove that a new order was never taken. */
const ABSENCE_MS = 10_000
/** The first of them is under way, or answered, so soon after the proof may begin. */
const FIRST_READING_MS = 1_500
/** A change asks for the same again when it is repeated, so it is settled sooner. */
const CHANGE_MS = 3_000
/** From the row that shows what is held to the call that protects it: the claim of the call, and its start. */
const PROTECT_MS = 250
/** From the proof to the call that it allows. */
const THEN_MS = 3_000
export interface Tolerance {
  readonly until: number
  readonly causes: readonly Cause[]
}

/**
 * Until when a trade in a contract could not be protected, which should have been by `due`, and by what: by calls of ours for
 * it that were lost, refused or not carried out, by books that did not show what must be known for it, by the store that takes
 * no row, or without a process that leads. Troubles of the account that did none of these to this trade count for nothing.
 * `tradeId` undefined: any trade in the contract. Only calls count that left at `since` or later, and no cause of `without`.
 */
export function toleratedUntil(
  context: CheckerContext,
  holding: Holding,
  tradeId: string | undefined,
  due: number,
  now: number,
  since = Number.NEGATIVE_INFINITY,
  without: readonly Cause[] = [],
): Tolerance {
  const causes: Cause[] = []
  let until = due
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const before = until
    for (const [cause, ends] of endsOf(context, holding, tradeId, until, now, since)) {
      if (ends <= until || without.includes(cause)) continue
      until = ends
      causes.push(cause)
    }
    if (until === before) break
  }
  return { until, causes }
}

/**
 * The same for a whole contract, whatever is to be done in it: until when it could not, for any of its trades, and `againMs`
 * after that. For what must be taken away, fitted or reported.
 */
export function cannotProtectUntil(
  context: CheckerContext,
  holding: Holding,
  due: number,
  now: number,
  againMs: number,
): number {
  const { until } = toleratedUntil(context, holding, undefined, due, now)
  return until > due ? until + againMs : due
}

/**
 * The same for what is short since `since`, by our sale or the user's: as long as no reading of positions and trades has shown
 * that, what keeps the broker's books from being read as they are is a cause as well. `validMs`: how old the reading may be at
 * `due` by which it is acted on.
 */
export function cannotCoverUntil(
  context: CheckerContext,
  holding: Holding,
  since: number,
  due: number,
  now: number,
  againMs: number,
  validMs = Number.POSITIVE_INFINITY,
): number {
  const until = cannotProtectUntil(context, holding, due, now, againMs)
  const { account, tradingsymbol } = holding
  // What was sold is known by the trade book, and positions that begin before it, or sooner after a sale, may lack the sale.
  const salesReadFrom = salesReadAt(context, holding, now)
  const isShown = context.observations.booksRead.some(
    ({ account: of, askedAt, receivedAt, positions }) =>
      of === account &&
      askedAt >= Math.max(since + SHOWN_AFTER_MS, due - validMs, salesReadFrom) &&
      receivedAt <= now &&
      positions !== undefined &&
      netOf(positions, tradingsymbol, PRODUCT) < 0,
  )
  const read = isShown && areSalesBooked(context, holding) ? due : unreadableUntil(context, holding, due, now)
  const shortUntil = read > due ? Math.max(until, read + againMs) : until
  return Math.max(shortUntil, coverUnconfirmedUntil(context, holding, now) + againMs)
}

/** When the first reading of the trade book began that shows every sale in the contract; Infinity: none was received by `now`. */
function salesReadAt({ exchangeOrders, observations }: CheckerContext, holding: Holding, now: number): number {
  const sales = exchangeOrders.ordersOf(holding).flatMap(({ side, fills }) => (side === 'SELL' ? fills : []))
  const from = Math.max(...sales.map(({ at }) => at)) + SHOWN_AFTER_MS
  const begun = observations.booksRead.flatMap(({ account, askedAt, receivedAt, positions }) =>
    account === holding.account && positions === undefined && askedAt >= from && receivedAt <= now ? [askedAt] : [],
  )
  return Math.min(...begun)
}

/** Whether the rows have every fill of our sales in the contract. */
function areSalesBooked({ exchangeOrders, observations }: CheckerContext, holding: Holding): boolean {
  const booked = new Set(
    observations.store.fillsOf(holding.account).map(({ orderId, fillId }) => `${orderId}/${fillId}`),
  )
  for (const { isProductOrder, side, fills } of exchangeOrders.ordersOf(holding))
    if (isProductOrder && side === 'SELL' && fills.some(({ orderId, tradeId }) => !booked.has(`${orderId}/${tradeId}`)))
      return false
  return true
}

/**
 * Until when an entry that stands could not be taken away, which should have been by `due`, and `againMs` after that: the rows
 * did not show it, or the account had to begin again, and the books could not be read; a cancel of it was lost, refused or not carried out, the store took no row, or no process led.
 */
export function cannotCancelEntryUntil(
  context: CheckerContext,
  order: OrderLife,
  due: number,
  now: number,
  againMs: number,
): number {
  const { account, orderId, tradingsymbol } = order
  const holding = context.exchangeOrders.holding(account, tradingsymbol)
  const cancels = context.callLog.of(account).filter((call) => call.kind === 'cancel' && call.orderId === orderId)
  const doubts = context.intents
    .of(account)
    .filter(({ call, outcome }) => call.type === 'cancel' && call.orderId === orderId && outcome.state === 'in_doubt')
  // An account that begins again reads the book first: what became of the order may stand there.
  const beganAgain =
    context.leadership.of(account).wasAbsentSince(order.takenAt) ||
    context.activeFaults.struckSince(account, OF_STORE, order.takenAt)
  // It is stuck from when its acceptance is known.
  let until = Math.max(due, context.rowTimes.takenAt(account, orderId) + againMs)
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const ends = [unwritableUntil(context, account, until, now, 0)]
    if (beganAgain || !isShown(context, order)) ends.push(bookUntil(context, holding, until))
    for (const call of cancels) if (call.leftAt <= until) ends.push(endOf(context, call, now)?.[1] ?? 0)
    for (const intent of doubts) ends.push(settledBy(context, holding, intent, now))
    const next = Math.max(...ends)
    if (next <= until) break
    until = next + againMs
  }
  return until
}

function* endsOf(
  context: CheckerContext,
  holding: Holding,
  tradeId: string | undefined,
  until: number,
  now: number,
  since: number,
): Iterable<[Cause, number]> {
  const { activeFaults, leadership } = context
  const { account } = holding
  yield ['no leader', leadership.of(account).absentUntil(until, now)]
  yield ['no leader', nextStepUntil(context, holding, tradeId, now)]
  yield ['store', activeFaults.lastingUntil(account, until, (kind) => OF_STORE.includes(kind))]
  for (const call of callsFor(context, holding, tradeId)) {
    const end = endOf(context, call, now)
    if (end !== undefined && call.leftAt >= since && call.leftAt <= until) yield end
  }
  const readBy = bookUntil(context, holding, until)
  const dueBy = Math.max(actedBy(context, holding), leadership.of(account).timeKnownBy(now))
  if (readBy > until) yield ['book', isKnown(context, holding) ? Math.min(readBy, dueBy) : readBy]
  for (const intent of doubtsOf(context, holding, tradeId))
    if ((context.callLog.leftAt(account, intent.id) ?? intent.createdAt) >= since)
      yield ['call lost', settledBy(context, holding, intent, now)]
}

/**
 * By when a sale at work in the exchange's book, or one that was rejected, is followed by the next step of its chase, where the
 * machine of the process that leads was suspended since: as long as it cannot know of that, it counts the step in its own time.
 * 0: it was not.
 */
function nextStepUntil(context: CheckerContext, holding: Holding, tradeId: string | undefined, now: number): number {
  const { exchangeOrders, intents, leadership } = context
  const { account, liveSells } = holding
  const rejected = exchangeOrders
    .ordersOf(holding)
    .filter(({ isProductOrder, side, status }) => isProductOrder && side === 'SELL' && status === 'REJECTED')
  let last = 0
  for (const order of [...liveSells, ...rejected]) {
    const { resting, status, steppedAt, tag } = order
    if (resting !== 'working' && status !== 'REJECTED') continue
    if (tradeId !== undefined && intents.byTag(account, tag!)?.tradeId !== tradeId) continue
    const due = steppedAt + (hasNoBuyer(context, order, now) ? LONGEST_STEP_MS : STEP_MS) + REACTION_MS
    const by = leadership.of(account).dueAfterSleep(steppedAt, due, now)
    if (by > due) last = Math.max(last, by)
  }
  // What it does not know now it may learn at once, and then it acts.
  return Math.min(last, now + REACTION_MS)
}

/** Calls that sell, or change what sells, for this trade in this contract. */
function* callsFor(
  { callLog, exchangeOrders, intents }: CheckerContext,
  holding: Holding,
  tradeId: string | undefined,
): Iterable<CallRecord> {
  for (const call of callLog.of(holding.account)) {
    const order = call.orderId === null ? undefined : exchangeOrders.orders.get(call.orderId)
    const tag = call.tag ?? order?.tag
    const isHere = (call.tradingsymbol ?? order?.tradingsymbol) === holding.tradingsymbol
    if (!isHere || (call.side ?? order?.side) !== 'SELL' || tag == null) continue
    if (tradeId === undefined || intents.byTag(call.account, tag)?.tradeId === tradeId) yield call
  }
}

/** What a call did not bring about, and until when. */
function endOf(
  { exchangeOrders, activeFaults }: CheckerContext,
  call: CallRecord,
  now: number,
): [Cause, number] | undefined {
  const { answer, answeredAt = call.leftAt } = call
  if (answer?.type === 'refused') {
    const again = answeredAt + (AGAIN_MS[answer.code] ?? AGAIN_ELSE_MS) + REACTION_MS
    // With a dead login nothing is asked until there is another.
    if (answer.code !== 'token_expired') return ['call refused', again]
    const counts = (kind: FaultKind) => kind === 'token_expired' || kind === 'relogin' || kind === 'login_under_call'
    return ['call refused', Math.max(again, activeFaults.lastingUntil(call.account, answeredAt, counts))]
  }
  const order = orderOf(exchangeOrders, call)
  if (order?.status === 'REJECTED') return ['order rejected', order.endedAt! + REACTION_MS]
  // However its acceptance was learned: by the answer, or by the book after the answer was lost. It has a moment for that.
  if (order !== undefined && order.unconfirmedSince !== null) {
    const dueBy = order.unconfirmedSince + REACTION_MS
    return ['order not confirmed', dueBy <= now ? now + REACTION_MS : dueBy]
  }
  // What was owed until this very instant was a cause until now: it is judged after the exchange's word.
  if (order !== undefined && order.unconfirmedUntil === now) return ['order not confirmed', now]
  return answer === undefined ? ['call lost', call.leftAt + CALL_MS + REACTION_MS] : undefined
}

/** The order that a call placed or changed, as the exchange has it; undefined: it has none. An answer may name another. */
function orderOf(
  exchangeOrders: CheckerContext['exchangeOrders'],
  { account, orderId, tag }: CallRecord,
): OrderLife | undefined {
  return orderId === null ? exchangeOrders.findByTag(account, tag!) : exchangeOrders.orders.get(orderId)
}

/**
 * Whether the rows show of every order of ours in the contract, and of what another party sold of it, what the exchange shows.
 * A stop that has fired is an order to be chased only once they show that it is at work.
 */
function isKnown(context: CheckerContext, holding: Holding): boolean {
  for (const order of context.exchangeOrders.ordersOf(holding))
    if (order.isProductOrder && !(isShown(context, order) && isPlaced(context, order))) return false
  let booked = 0
  for (const { isManual, tradingsymbol, quantity } of context.observations.store.fillsOf(holding.account))
    if (isManual && tradingsymbol === holding.tradingsymbol) booked += quantity
  return booked >= holding.manuallySold
}

/** By when what the rows show of our orders in the contract, the newest of it, is followed by a call. */
function actedBy({ exchangeOrders, rowTimes }: CheckerContext, holding: Holding): number {
  const shownAt = exchangeOrders
    .ordersOf(holding)
    .filter(({ isProductOrder, filled }) => isProductOrder && filled > 0)
    .map(({ orderId, filled }) => rowTimes.filledAt(holding.account, orderId, filled))
  return Math.max(0, ...shownAt.filter(Number.isFinite)) + PROTECT_MS
}

/**
 * By when a doubt is settled and something has been done about it: the claim's deadline and the call's time-out have passed,
 * for its process may have died, and readings prove what became of it. What troubles those, or a change of who leads, begins
 * the proof again; a book that lacks an order which the broker acknowledged proves nothing by what else it lacks. A successor
 * counts from when its row shows that it is in doubt, which the store may keep from being written, and from when it has its rows. When it was claimed counts in
 * the time that really passed: its row may be dated hours behind by a clock that is wrong.
 */
function settledBy(context: CheckerContext, holding: Holding, intent: Intent, now: number): number {
  const leadership = context.leadership.of(holding.account)
  const { call, createdAt, deadline, outcome } = intent
  const claimedAt = context.callLog.leftAt(holding.account, intent.id) ?? createdAt
  if (outcome.state !== 'sending' && outcome.state !== 'in_doubt') {
    if (!('at' in outcome) || outcome.at <= createdAt + CHANGE_MS) return 0
    // It is dated by a clock that may be behind, for suspensions of its machine that no process could know of, also before the call.
    return outcome.at + leadership.behindMs(Math.min(context.rowTimes.settledAt(intent), now)) + THEN_MS
  }
  const proofMs = call.type === 'place' ? ABSENCE_MS : CHANGE_MS
  const unproven = (from: number) => Math.max(bookUntil(context, holding, from), lacksUntil(context, holding, from))
  const claimMs = Math.max(CLAIM_MS, Math.min(deadline - createdAt, CLAIM_MS + PATIENCE_MS))
  const overBy = claimedAt + claimMs + CALL_MS
  const shownAt = context.rowTimes.doubtedAt(intent)
  // What only a lost row showed is learned, and proved, once more by the process that reads the rows then.
  const isLost = isOutcomeLost(context, intent)
  const knownAt =
    isLost && shownAt !== Number.POSITIVE_INFINITY
      ? shownAt
      : Math.min(shownAt, unwritableUntil(context, holding.account, overBy, now, 0))
  let begins = Math.max(overBy, knownAt)
  let by = begins
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    by = begins + proofMs + THEN_MS
    const read = unproven(by)
    // One that is over before the proof might be kept its first reading back all the same.
    const next = Math.max(
      read > by ? read : Math.max(unproven(begins), endAfter(unproven, begins + FIRST_READING_MS)),
      leadership.caughtUpAfter(claimedAt, isLost ? now : by, now),
      rowsReadBy(context, holding.account, claimedAt, by, now),
    )
    if (next <= begins) break
    begins = next
  }
  return call.type === 'place' ? Math.max(by, positionsDifferUntil(holding, begins)) : by
}

/** Whether a row is lost, or was set aside, that showed of a call that it is in doubt, or what became of it. */
function isOutcomeLost(context: CheckerContext, { accountId, id }: Intent): boolean {
  return rejectedOf(context, accountId, 'intent').some(
    ({ intent }) => intent.id === id && intent.outcome.state !== 'sending',
  )
}

/**
 * Until when a sale for this trade is in doubt that a predecessor was to send: whether it has left cannot be known before the
 * books prove it, and another would sell the same units again.
 */
export function inheritedDoubtUntil(context: CheckerContext, holding: Holding, tradeId: string, now: number): number {
  const { epoch } = context.observations.store.account(holding.account)
  const inherited = doubtsOf(context, holding, tradeId).filter((one) => one.call.type === 'place' && one.epoch < epoch)
  return Math.max(0, ...inherited.map((intent) => settledBy(context, holding, intent, now)))
}

/** Sales and changes in this contract that are not settled: a second order would sell the same units again. */
function doubtsOf(context: CheckerContext, { account, tradingsymbol }: Holding, tradeId: string | undefined): Intent[] {
  const { observations, intents, exchangeOrders, callLog, activeFaults } = context
  const leadership = context.leadership.of(account)
  const since = observations.store.account(account).epoch
  return [...intents.of(account), ...rememberedOf(context, account)].filter(
    ({ id, kind, call, createdAt, epoch, tradeId: of }) => {
      if (kind === 'enter' || (tradeId !== undefined && of !== tradeId)) return false
      const about = call.type === 'place' ? call.order : exchangeOrders.orders.get(call.orderId)
      if (about?.tradingsymbol !== tradingsymbol) return false
      if (callLog.hasIntent(account, id)) return true
      // A successor cannot know whether its predecessor sent it. By a predecessor's clock it may be of later.
      return (
        epoch < since || leadership.wasAbsentSince(createdAt) || activeFaults.struckSince(account, OF_STORE, createdAt)
      )
    },
  )
}
