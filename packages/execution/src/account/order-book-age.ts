// @invariant old-book-proves-nothing Broker books that show an older state than the known one prove nothing by what
//   they lack.
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { matchesTerms } from '../intent/doubt.ts'
import { isTerminal, type BrokerOrder, type OrderRecord } from '../order/order.ts'
import type { AccountUnitOfWork } from './account-unit-of-work.ts'
import { newestChangeOf, type ShownChanges } from './shown-changes.ts'

/**
 * What a reading of the order book is worth: `fresh` proves something by what it lacks, `old` shows an older state than the
 * known one, and of an `incomplete` one rows could not be read.
 */
export type SnapshotAge = 'fresh' | 'old' | 'incomplete'

/**
 * Whether a reading that began at `readAt` holds every order of ours that was acknowledged long enough before: only
 * then does it prove anything by what it lacks.
 */
export function isFresh(
  unitOfWork: AccountUnitOfWork,
  seen: readonly BrokerOrder[],
  readAt: EpochMs,
  snapshotLagMs: number,
): boolean {
  const shown = new Set<string>()
  for (const order of seen) shown.add(order.orderId)
  for (const order of unitOfWork.state.orders())
    if (order.acknowledgedAt <= readAt - snapshotLagMs && !shown.has(order.orderId)) return false
  return true
}

/** How long a change that was accepted may go unshown before the exchange has thrown it out rather than not said so yet. */
const CHANGE_SHOWN_MS = 60_000

/**
 * Whether a reading that began at `readAt` shows an order of ours in an older state than the one known for `snapshotLagMs`:
 * less filled, still at work, of an earlier time, or without a change that was accepted. Such a book is old whatever it holds.
 * `firstSeenAt`: when the state of an order was learned.
 */
export function isOlderState(
  unitOfWork: AccountUnitOfWork,
  seen: readonly BrokerOrder[],
  readAt: EpochMs,
  snapshotLagMs: number,
  firstSeenAt: (order: OrderRecord) => EpochMs,
  changes: ShownChanges,
): boolean {
  return seen.some((order) => {
    const known = unitOfWork.state.order(order.orderId)
    if (known === undefined) return false
    if (readAt >= firstSeenAt(known) + snapshotLagMs && isOlder(known, order)) return true
    return lacksChange(unitOfWork, known, order, readAt, snapshotLagMs, changes)
  })
}

/** An interim status may carry no time: then it says nothing of its age. */
function isOlder(known: OrderRecord, seen: BrokerOrder): boolean {
  if (isTerminal(known.phase) && !isTerminal(seen.phase)) return true
  if (seen.filled < known.filled) return true
  return seen.updatedAt !== null && known.updatedAt !== null && seen.updatedAt < known.updatedAt
}

/** Whether the newest change of a working order was accepted a while ago and is not shown, nor anything since. */
function lacksChange(
  unitOfWork: AccountUnitOfWork,
  known: OrderRecord,
  seen: BrokerOrder,
  readAt: EpochMs,
  snapshotLagMs: number,
  changes: ShownChanges,
): boolean {
  if (isTerminal(seen.phase) || seen.phase === 'pending') return false
  const change = newestChangeOf(unitOfWork.state, known)
  if (change?.call.type !== 'modify' || change.outcome.state !== 'accepted') return false
  const { at } = change.outcome
  if (readAt < at + snapshotLagMs || readAt > at + CHANGE_SHOWN_MS) return false
  if (seen.updatedAt !== null && seen.updatedAt > changes.newerAfter(known, change.id, at)) return false
  return !matchesTerms({ ...known, ...seen, tag: known.tag }, change.call.terms)
}
