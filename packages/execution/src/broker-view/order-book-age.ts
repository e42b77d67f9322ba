// @invariant old-book-proves-nothing Broker books that show an older state than the known one prove nothing by what
//   they lack.
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { matchesTerms } from '../intent/doubt.ts'
import type { Intent } from '../intent/intent.ts'
import { isTerminal, type BrokerOrder, type OrderRecord } from '../order/order.ts'
import { changesOf } from '../trade/sell-orders.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import type { AccountState } from '../persist/state.ts'
import { isChangedByOthers } from './changes-by-others.ts'
import type { KnownStates } from './known-states.ts'
import type { ShownChanges } from './shown-changes.ts'

/**
 * What a reading of the order book is worth: `fresh` proves something by what it lacks, `old` shows an older state than the
 * known one, and of an `incomplete` one rows could not be read. An `unclear` one lacks a change that was accepted, and may be
 * fresh all the same: the exchange threw out this change or one before it, or another party changed the order since.
 */
export type SnapshotAge = 'fresh' | 'old' | 'incomplete' | 'unclear'

/** How old the last fresh reading of the order book may be for an entry: two idle polls and a slow answer. */
const MAX_AGE_MS = 15_000
/** The same beside a position, for which the order book is read every second: its stop may have sold since. */
const MAX_AGE_HOLDING_MS = 5_000

/** The age of the last fresh reading of the order book up to which an entry may go by it: what the account did bounds the entry. */
export function maxBookAgeMs(state: Pick<AccountState, 'isHolding'>): number {
  return state.isHolding() ? MAX_AGE_HOLDING_MS : MAX_AGE_MS
}

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
const RESOLUTION_MS = 1_000

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
    const lacked = lackedChange(unitOfWork, known, order, readAt, snapshotLagMs, changes)
    return lacked !== undefined && !mayBeChangedSince(unitOfWork, known, order, lacked)
  })
}

/**
 * Whether a reading that began at `readAt` lacks a change that was accepted of an order whose newest change, or one before it,
 * the exchange threw out, or which another party may have changed since.
 */
export function mayLackChange(
  unitOfWork: AccountUnitOfWork,
  seen: readonly BrokerOrder[],
  readAt: EpochMs,
  snapshotLagMs: number,
  changes: ShownChanges,
): boolean {
  return seen.some((order) => {
    const known = unitOfWork.state.order(order.orderId)
    if (known === undefined) return false
    const lacked = lackedChange(unitOfWork, known, order, readAt, snapshotLagMs, changes)
    if (lacked === undefined) return false
    return hasFailedChange(order) || mayBeChangedSince(unitOfWork, known, order, lacked)
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
 * Whether another party may have changed an order since `change` was claimed: it stands as no known call of ours asked for. Rows
 * that were loaded again may not show any more what it was changed from, and the exchange's times have whole seconds.
 */
function mayBeChangedSince(
  unitOfWork: AccountUnitOfWork,
  known: OrderRecord,
  seen: BrokerOrder,
  { createdAt }: Intent,
): boolean {
  if (seen.updatedAt === null || seen.updatedAt + RESOLUTION_MS <= createdAt) return false
  return isChangedByOthers(unitOfWork, { ...known, ...seen, tag: known.tag })
}

/**
 * The newest change of a working order that was accepted a while ago, if it is not shown, nor anything since. A newer change
 * that may not be shown yet, or is in doubt, may be shown in its place.
 */
function lackedChange(
  unitOfWork: AccountUnitOfWork,
  known: OrderRecord,
  seen: BrokerOrder,
  readAt: EpochMs,
  snapshotLagMs: number,
  changes: ShownChanges,
): Intent | undefined {
  if (isTerminal(seen.phase) || seen.phase === 'pending') return undefined
  const sent = changesOf(unitOfWork.state.view(known.tradeId), known.orderId)
  const nth = sent.findLastIndex(({ outcome }) => outcome.state === 'accepted' && readAt >= outcome.at + snapshotLagMs)
  const change = sent[nth]
  if (change?.outcome.state !== 'accepted' || change.call.type !== 'modify') return undefined
  const { at } = change.outcome
  if (readAt > at + CHANGE_SHOWN_MS) return undefined
  if (seen.updatedAt !== null && seen.updatedAt > changes.newerAfter(known, change.id, at)) return undefined
  const shown = { ...known, ...seen, tag: known.tag }
  const isShown = sent
    .slice(nth)
    .some(
      ({ call, outcome }) => call.type === 'modify' && outcome.state !== 'refused' && matchesTerms(shown, call.terms),
    )
  return isShown ? undefined : change
}
