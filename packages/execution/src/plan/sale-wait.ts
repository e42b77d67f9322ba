// @invariant never-oversell
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { keyOf } from '../broker-view/position-key.ts'
import type { SnapshotKind } from '../broker-view/poll-scheduler.ts'
import { isInFuture } from '../instants.ts'
import { lastMoveOf } from '../persist/state.ts'
import { isHeld, type Trade } from '../trade/trade.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'
import type { AccountInput } from './account-input.ts'

/** How long a new sale waits for the trade book to show whether what the positions lack is held. */
const JUDGED_WITHIN_MS = 2_000
/** Positions that were read so long ago may lack what the user did since: they are read every two seconds while one is held. */
const UNREAD_MS = 5_000
/** How long a new sale waits for them to be read; a position may be without its stop. */
const ANSWERED_WITHIN_MS = 500

/** Why a new sale may not leave yet: until when it waits at least, and the reading that ends the wait. */
export interface SaleWait {
  readonly until: EpochMs
  /** What is to be read; undefined: it is being read. */
  readonly read: SnapshotKind | undefined
}

/** Whether a new sale of a trade must wait for what the books show; undefined: it may leave. */
export function saleWaitOf(trade: Trade, input: AccountInput): SaleWait | undefined {
  const judgedBy = judgedByOf(trade, input)
  if (judgedBy !== undefined) return { until: judgedBy, read: 'trades' }
  const oversold = oversoldWaitOf(trade, input)
  if (oversold !== undefined) return oversold
  const answeredBy = answeredByOf(trade, input)
  return answeredBy === undefined ? undefined : { until: answeredBy, read: undefined }
}

/**
 * Until when a new sale waits since units of its contract are missing: they may be sold, or converted. Undefined: it may
 * leave. A process that stood still has not waited for the trade book meanwhile.
 */
function judgedByOf(trade: Trade, input: AccountInput): EpochMs | undefined {
  const { now, unjudgedSince, snapshotsRequestedSince } = input
  const since = unjudgedSince(keyOf(trade))
  if (since === undefined) return undefined
  return isInFuture((Math.max(since, snapshotsRequestedSince) + JUDGED_WITHIN_MS) as EpochMs, now)
}

/**
 * An order for another trade of the contract has sold more than that trade held, as a stop that was sent twice can: those
 * units were of the other trades, and no sale for them leaves before positions read since show what is held. That has no
 * end of its own: by our own orders the units are gone, so that selling them again would leave the account short.
 */
function oversoldWaitOf(trade: Trade, { unitOfWork, config, positions, now }: AccountInput): SaleWait | undefined {
  const { state } = unitOfWork
  let readFrom = 0
  for (const one of state.trades()) {
    if (one.id === trade.id || keyOf(one) !== keyOf(trade)) continue
    const view = state.view(one.id)
    if (view.open < 0) readFrom = Math.max(readFrom, lastSaleKnownAt(view) + config.snapshotLagMs)
  }
  if ((positions?.readAt ?? 0) >= readFrom) return undefined
  if (now < readFrom) return { until: readFrom as EpochMs, read: undefined }
  return { until: (now + ANSWERED_WITHIN_MS) as EpochMs, read: 'positions' }
}

/** From when positions show all that the sell orders of a trade are known to have sold. */
function lastSaleKnownAt(view: TradeSnapshot): number {
  const sales = view.orders.filter(({ side, filled }) => side === 'SELL' && filled > 0)
  return Math.max(lastMoveOf(view), ...sales.map(({ phaseSince, acknowledgedAt }) => phaseSince ?? acknowledgedAt))
}

/**
 * Until when a new sale waits for the positions that are being read, where none were read for long: the broker did not answer,
 * and the user may have sold or converted units meanwhile. Undefined: it may leave.
 */
function answeredByOf(trade: Trade, input: AccountInput): EpochMs | undefined {
  const { now, positions, positionsPendingSince, snapshotsRequestedSince } = input
  if (!isHeld(trade) || positionsPendingSince === undefined) return undefined
  const knownAt = Math.max(positions?.readAt ?? 0, trade.enteredAt)
  if (now < knownAt + UNREAD_MS) return undefined
  return isInFuture((Math.max(positionsPendingSince, snapshotsRequestedSince) + ANSWERED_WITHIN_MS) as EpochMs, now)
}
