// @invariant protected-position Each open quantity has a stop that the broker confirmed, or an exit on its way; an
//   alarm after 10 s without.
import type { TradeSnapshot } from './trade-aggregate.ts'
import type { ExecutionConfig } from '../config.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { openQuantityOf, type OrderRecord } from '../order/order.ts'
import { cancelUnderWay, changesOf, liveSells } from './sell-orders.ts'

/**
 * Since when the broker owes a word on one of our sell orders; undefined: it is confirmed at the exchange. An interim
 * status, an acceptance that no book shows and any cancel that is not carried out confirm nothing.
 */
export function unconfirmedSince(view: TradeSnapshot, order: OrderRecord): EpochMs | undefined {
  const knownSince = order.phaseSince ?? order.acknowledgedAt
  if (order.phase === 'pending' || order.phase === 'cancelling') return knownSince
  const last = changesOf(view, order.orderId).at(-1)
  if (!cancelUnderWay(order, last)) return undefined
  return last?.outcome.state === 'accepted' ? last.outcome.at : last?.createdAt
}

/** From when an order that the broker has not confirmed is no protection; undefined: it is confirmed. */
export function unprotectedFrom(view: TradeSnapshot, order: OrderRecord, config: ExecutionConfig): EpochMs | undefined {
  const since = unconfirmedSince(view, order)
  return since === undefined ? undefined : ((since + config.confirmMs) as EpochMs)
}

/** Whether the order counts as protection at `now`: confirmed, or accepted so lately that its confirmation may be on its way. */
export function isProtecting(view: TradeSnapshot, order: OrderRecord, config: ExecutionConfig, now: EpochMs): boolean {
  const from = unprotectedFrom(view, order, config)
  return from === undefined || now < from
}

/** Units held that no order of ours protects. Never below 0. */
export function unprotectedUnits(view: TradeSnapshot, config: ExecutionConfig, now: EpochMs): number {
  let covered = 0
  for (const order of liveSells(view)) if (isProtecting(view, order, config, now)) covered += openQuantityOf(order)
  return Math.max(0, view.open - covered)
}

/** Our sell orders that the broker has confirmed at the exchange. */
export function confirmedSells(view: TradeSnapshot): OrderRecord[] {
  return liveSells(view).filter((order) => unconfirmedSince(view, order) === undefined)
}

/** Units held that no sell order confirmed by the broker covers. Never below 0. */
export function unconfirmedUnits(view: TradeSnapshot): number {
  const covered = confirmedSells(view).reduce((sum, order) => sum + openQuantityOf(order), 0)
  return Math.max(0, view.open - covered)
}
