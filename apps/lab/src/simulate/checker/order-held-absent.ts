// @invariant I2
import type { FaultKind } from '../chance/faults.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import { isHit } from './book-and-store-times.ts'
import type { CheckerContext } from './checker-context.ts'

/** A request may be under way for as long as our own limit of a call. */
const CALL_MS = 7_000
/** The last of the readings that prove an absence may have begun before the order was there. */
const READING_MS = 8_000
/** Readings without the order must lie this far apart; an order acknowledged within less gives a stale book away. */
const NOTIFY_MS = 5_000
/** A book that is not old shows an order so long after it was acknowledged. */
const SHOWN_MS = 2_000
/** After these a reading that seems whole and fresh may lack the order they struck. A cut one shows that it is cut. */
const HIDING: readonly FaultKind[] = ['taken_unseen', 'sale_unseen', 'orders_hidden']

type Absent = Intent & { readonly outcome: Extract<Intent['outcome'], { state: 'absent' }> }

/**
 * I2: nothing is held never accepted while its request may still arrive, nor an order that every whole and fresh book has
 * shown: that another order was hidden excuses nothing. For the end of the day.
 */
export function checkHeldAbsent(context: CheckerContext): void {
  const { observations, findings, activeFaults } = context
  // By a clock that stepped nothing is known of instants.
  if (activeFaults.clocksMoved) return
  for (const account of observations.accounts)
    for (const { change } of observations.store.account(account).journal) {
      if (change.type !== 'intent' || !isAbsent(change.intent)) continue
      const { id, kind } = change.intent
      const say = (why: string) =>
        findings.add('I2', account, `absent ${id}`, `the ${kind} ${id} was held absent ${why}`)
      if (canStillArrive(context, account, change.intent)) say('while its request could still arrive')
      else if (wasShown(context, account, change.intent)) say('though the exchange had taken it')
    }
}

function isAbsent(intent: Intent): intent is Absent {
  return intent.outcome.state === 'absent'
}

/** Sent by a process that never received the answer, so lately that the request may not have got there. */
function canStillArrive(
  context: CheckerContext,
  account: string,
  { call, createdAt, deadline, outcome }: Absent,
): boolean {
  // An order that is over takes no change any more.
  const endedAt = call.type === 'place' ? null : (context.exchangeOrders.orders.get(call.orderId)?.endedAt ?? null)
  if (endedAt !== null && endedAt <= outcome.at) return false
  // What left after the claim had run out is a later change of the same order.
  const sent = context.callLog
    .of(account)
    .find((one) => isOf(one, call) && one.leftAt >= createdAt && one.leftAt <= deadline)
  if (sent === undefined || sent.leftAt > outcome.at) return false
  return (sent.answeredAt ?? Number.POSITIVE_INFINITY) > outcome.at && outcome.at < sent.leftAt + CALL_MS
}

function isOf(one: CallRecord, call: Intent['call']): boolean {
  return call.type === 'place' ? one.tag === call.order.tag : one.kind === call.type && one.orderId === call.orderId
}

function wasShown(context: CheckerContext, account: string, absent: Absent): boolean {
  const { exchangeOrders, callLog, activeFaults, intents } = context
  const { id, call, outcome, createdAt } = absent
  if (call.type !== 'place') return false
  const order = exchangeOrders.findByTag(account, call.order.tag)
  if (order === undefined || order.takenAt > outcome.at - READING_MS) return false
  const { tag } = call.order
  const isItsOwn = (kind: FaultKind, at: number) =>
    HIDING.includes(kind) && isHit(callLog.of(account), at, (one) => one.tag === tag)
  const shownFrom = activeFaults.lastingUntil(account, order.takenAt, isItsOwn)
  if (shownFrom > outcome.at - READING_MS) return false
  if (!activeFaults.struckSince(account, ['book_stale'], shownFrom)) return true
  // A book of some while ago lacks it too; what was acknowledged about then shows that it is one.
  return intents
    .of(account)
    .some(
      (one) =>
        one.id !== id &&
        one.call.type === 'place' &&
        one.outcome.state === 'accepted' &&
        Math.abs(one.outcome.at - createdAt) < NOTIFY_MS &&
        !wasLacking(context, account, one.outcome, absent),
    )
}

/**
 * Whether a whole reading within the doubt lacked the order that a call was answered with, after the time by which books show
 * one: then books were old by turns, and that one of them shows it says nothing of how old that one is.
 */
function wasLacking(
  { observations }: CheckerContext,
  account: string,
  accepted: Extract<Intent['outcome'], { state: 'accepted' }>,
  { createdAt, outcome }: Absent,
): boolean {
  return observations.ordersRead.some(
    (read) =>
      read.account === account &&
      !read.isPartial &&
      read.askedAt >= Math.max(createdAt, accepted.at + SHOWN_MS) &&
      read.receivedAt <= outcome.at &&
      !read.orderIds.includes(accepted.orderId),
  )
}
