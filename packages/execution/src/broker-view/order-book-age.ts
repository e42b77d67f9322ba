// @invariant old-book-proves-nothing Broker books that show an older state than the known one prove nothing by what
//   they lack.
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { matchesTerms } from '../intent/doubt.ts'
import { isTerminal, type BrokerOrder, type OrderRecord } from '../order/order.ts'
import { changesOf } from '../trade/sell-orders.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import type { KnownStates } from './known-states.ts'
import type { ShownChanges } from './shown-changes.ts'

/**
 * What a reading of the order book is worth: `fresh` proves something by what it lacks, `old` shows an older state than the
 * known one, and of an `incomplete` one rows could not be read. An `unclear` one lacks a change that was accepted, and shows
 * that the exchange threw out this one or one before it: then it may be fresh.
 */
export type SnapshotAge = 'fresh' | 'old' | 'incomplete' | 'unclear'

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

/** How long a change that was accepted may go unshown before the exchange has thrown it out rather than not reported it yet. */
const CHANGE_SHOWN_MS = 60_000

/**
 * Whether a reading that began at `readAt` shows an order of ours in an older state than the one known for `snapshotLagMs`:
 * less filled, still at work, of an earlier time, or without a change that was accepted. Such a book is old whatever it holds.
 * `knownStates`: what is known of the orders, and since when.
 */
export function isOlderState(
  unitOfWork: AccountUnitOfWork,
  seen: readonly BrokerOrder[],
  readAt: EpochMs,
  snapshotLagMs: number,
  knownStates: Pick<KnownStates, 'stateBy'>,
  changes: ShownChanges,
): boolean {
  return seen.some((order) => {
    const known = unitOfWork.state.order(order.orderId)
    if (known === undefined) return false
    const shouldShow = knownStates.stateBy(known, readAt - snapshotLagMs)
    if (shouldShow !== undefined && isOlder(shouldShow, order)) return true
    if (hasFailedChange(order)) return false
    return lacksChange(unitOfWork, known, order, readAt, snapshotLagMs, changes)
  })
}

/**
 * Whether a reading that began at `readAt` lacks a change that was accepted of an order whose newest change, or one before it,
 * the exchange threw out.
 */
export function mayLackChange(
  unitOfWork: AccountUnitOfWork,
  seen: readonly BrokerOrder[],
  readAt: EpochMs,
  snapshotLagMs: number,
  changes: ShownChanges,
): boolean {
  return seen.some((order) => {
    const known = hasFailedChange(order) ? unitOfWork.state.order(order.orderId) : undefined
    return known !== undefined && lacksChange(unitOfWork, known, order, readAt, snapshotLagMs, changes)
  })
}

/** Whether the exchange has thrown out a change: an order at work carries a message then. */
function hasFailedChange({ phase, message }: BrokerOrder): boolean {
  return (phase === 'open' || phase === 'armed') && message !== null
}

/** An interim status may carry no time: then it shows nothing of its age. */
function isOlder(known: OrderRecord, seen: BrokerOrder): boolean {
  if (isTerminal(known.phase) && !isTerminal(seen.phase)) return true
  if (seen.filled < known.filled) return true
  return seen.updatedAt !== null && known.updatedAt !== null && seen.updatedAt < known.updatedAt
}

/**
 * Whether the newest change of a working order that was accepted a while ago is not shown, nor anything since. A newer change
 * that may not be shown yet, or is in doubt, may be shown in its place.
 */
function lacksChange(
  unitOfWork: AccountUnitOfWork,
  known: OrderRecord,
  seen: BrokerOrder,
  readAt: EpochMs,
  snapshotLagMs: number,
  changes: ShownChanges,
): boolean {
  if (isTerminal(seen.phase) || seen.phase === 'pending') return false
  const sent = changesOf(unitOfWork.state.view(known.tradeId), known.orderId)
  const nth = sent.findLastIndex(({ outcome }) => outcome.state === 'accepted' && readAt >= outcome.at + snapshotLagMs)
  const change = sent[nth]
  if (change?.outcome.state !== 'accepted' || change.call.type !== 'modify') return false
  const { at } = change.outcome
  if (readAt > at + CHANGE_SHOWN_MS) return false
  if (seen.updatedAt !== null && seen.updatedAt > changes.newerAfter(known, change.id, at)) return false
  const shown = { ...known, ...seen, tag: known.tag }
  return !sent
    .slice(nth)
    .some(
      ({ call, outcome }) => call.type === 'modify' && outcome.state !== 'refused' && matchesTerms(shown, call.terms),
    )
}
