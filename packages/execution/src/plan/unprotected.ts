import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ExecutionConfig } from '../config.ts'
import { isUnresolved } from '../intent/intent.ts'
import { openQuantityOf, type OrderRecord } from '../order/order.ts'
import { isReduction } from '../trade/reduction.ts'
import { isProtecting, unconfirmedSince, unprotectedFrom, unprotectedUnits } from '../trade/protection.ts'
import { isTransient } from './retry-backoff.ts'
import { changesOf, liveSells, seenSince } from '../trade/sell-orders.ts'
import { earliestOf, isInFuture } from '../instants.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

/** What is known of positions without a stop besides their rows. */
export interface UnprotectedContext {
  readonly now: EpochMs
  readonly config: ExecutionConfig
  /** Since when each position has had no stop and no exit on its way. */
  readonly unprotectedSince: ReadonlyMap<string, EpochMs>
  /** Since when the bid has been under the limit of each position's armed stop. */
  readonly bidBelowStopLimitSince: ReadonlyMap<string, EpochMs>
}

/**
 * Units that nothing protects: no order the broker confirms, a stop whose limit the bid has left for too long, or an exit
 * whose outcome is unknown.
 */
export function unprotectedUnitsOf(
  view: TradeSnapshot,
  { now, config, bidBelowStopLimitSince }: UnprotectedContext,
): number {
  if (view.open <= 0) return 0
  const since = bidBelowStopLimitSince.get(view.trade.id)
  if (since !== undefined && now >= since + config.bidBelowStopLimitMs) return view.open
  let bare = unprotectedUnits(view, config, now)
  for (const order of liveSells(view))
    if (isMissingFromSnapshots(view, order) && isProtecting(view, order, config, now)) bare += openQuantityOf(order)
  return Math.min(view.open, bare)
}

/**
 * Whether the broker refused a step of the exit for what the order is doing, and no reading has shown the order since: it may
 * have ended. A next step that is not answered yet shows nothing of it.
 */
function isMissingFromSnapshots(view: TradeSnapshot, order: OrderRecord): boolean {
  const last = changesOf(view, order.orderId).findLast((change) => !isUnresolved(change))
  if (last?.kind !== 'exit' || last.outcome.state !== 'refused') return false
  return !isTransient(last.outcome.code) && !seenSince(order, last)
}

/** Until when a sale may be answered that leaves the position meanwhile; undefined: none is. A stop in doubt is no sale. */
export function exitUnansweredUntil(
  { intents }: TradeSnapshot,
  { now, config }: UnprotectedContext,
): EpochMs | undefined {
  const ends = intents
    .filter((intent) => (intent.kind === 'exit' || isReduction(intent)) && isUnresolved(intent))
    .map(({ createdAt }) => isInFuture((createdAt + config.callTimeoutMs) as EpochMs, now))
    .filter((at) => at !== undefined)
  return ends.length === 0 ? undefined : (Math.max(...ends) as EpochMs)
}

/** When a position may become bare by the passing of time: an order is not confirmed, or an exit not answered, for too long. */
export function nextUnprotectedAt(view: TradeSnapshot, watch: UnprotectedContext): EpochMs | undefined {
  const { now, config } = watch
  const unconfirmed = liveSells(view).map((order) => isInFuture(unprotectedFrom(view, order, config), now))
  return earliestOf(exitUnansweredUntil(view, watch), ...unconfirmed)
}

/**
 * Since when a position has been bare: earlier than believed once its fill is read, yet never so early that its user is
 * alarmed before a stop that has just left could be confirmed.
 */
export function unprotectedSinceOf(
  view: TradeSnapshot,
  { now, config, unprotectedSince }: UnprotectedContext,
): EpochMs {
  const from = unprotectedStartOf(view, now)
  const known = unprotectedSince.get(view.trade.id) ?? from
  const byOrders = unprotectedUnits(view, config, now) > 0 ? unprotectedByOrders(view, from) : from
  return Math.min(known, Math.max(byOrders, now - config.unprotectedAlarmMs + config.confirmMs)) as EpochMs
}

/**
 * When it lost an order to sell, or filled, or a stop was made smaller than what is held, by what its orders themselves show: the
 * broker may have shown it late, and a predecessor may have known it. `from`: where they do not show.
 */
function unprotectedByOrders(view: TradeSnapshot, from: EpochMs): EpochMs {
  const sells = view.orders.filter((order) => order.side === 'SELL')
  const bought = view.orders.filter(({ side, filled }) => side === 'BUY' && filled > 0)
  if (sells.length === 0) return Math.min(from, ...bought.map(({ updatedAt }) => updatedAt ?? from)) as EpochMs
  if (liveSells(view).some((order) => unconfirmedSince(view, order) !== undefined)) return from
  // An order that the exchange rejected may carry no time of its own.
  const changed = sells.map(({ updatedAt, phaseSince }) => updatedAt ?? phaseSince)
  const known = [...changed, ...bought.map(({ updatedAt }) => updatedAt)].filter((at) => at != null)
  return changed.includes(undefined) ? from : (Math.min(from, Math.max(...known)) as EpochMs)
}

/**
 * A position that never had a stop is unprotected from its fill on, not from our notice of it; one whose order the broker does not
 * confirm is bare from when it should have.
 */
function unprotectedStartOf(view: TradeSnapshot, now: EpochMs): EpochMs {
  const { orders, fills } = view
  const unconfirmedAt = earliestOf(...liveSells(view).map((order) => unconfirmedSince(view, order)))
  if (unconfirmedAt !== undefined) return unconfirmedAt
  if (orders.some((order) => order.side === 'SELL')) return now
  let first: number = now
  for (const fill of fills) if (fill.side === 'BUY') first = Math.min(first, fill.at)
  return first as EpochMs
}
