import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerOrder } from '../order/order.ts'
import type { AccountState } from '../persist/state.ts'
import { unitsOf } from '../trade/fill.ts'
import { keyOf } from './position-key.ts'
import type { PositionMismatches } from './position-mismatches.ts'
import { missingUnits, netOf } from './position-snapshot.ts'
import type { PositionEvidence } from './reconcile-order.ts'

/** What positions and trades, read beside the order book, show of an order that no book shows. */
export function positionEvidenceOf(
  state: AccountState,
  mismatches: PositionMismatches,
  orders: readonly BrokerOrder[],
): PositionEvidence {
  const { positions, trades } = mismatches
  const readAt =
    positions === undefined || trades === undefined ? undefined : (Math.min(positions.readAt, trades.readAt) as EpochMs)
  const showsAll = (tradeId: string) => {
    const trade = state.trade(tradeId)
    if (positions === undefined || trade === undefined) return false
    const missing = missingUnits(state, positions.value, trade)
    return missing === 0 || missing <= mismatches.explainable(state, trade, positions)
  }
  const showsNoMore = (tradeId: string) => {
    const trade = state.trade(tradeId)
    if (positions === undefined || trades === undefined || trade === undefined) return false
    const isKnown = (id: string) => state.order(id) !== undefined || orders.some(({ orderId }) => orderId === id)
    const own = trades.value.filter((fill) => keyOf(fill) === keyOf(trade))
    if (own.some(({ side, orderId }) => side === 'BUY' && !isKnown(orderId))) return false
    const net = unitsOf(own, 'BUY') - unitsOf(own, 'SELL')
    return netOf(positions.value, trade.contract.tradingsymbol, trade.product) <= net
  }
  return { readAt, isComplete: showsAll, showsNoExtraUnits: showsNoMore }
}
