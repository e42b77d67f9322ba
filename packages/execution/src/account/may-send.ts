// @invariant I1
// @invariant kill-switch
// @invariant never-oversell
import { keyOf } from '../broker-view/position-key.ts'
import type { Intent } from '../intent/intent.ts'
import type { AccountState } from '../persist/state.ts'
import { SURPLUS_REASON } from '../plan/plan-surplus.ts'
import { isHeld, type Trade } from '../trade/trade.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

/**
 * The last look at a call as its request leaves. An entry asks the switches. Others ask what the broker has shown since they
 * were planned: an owner who has raised the stop meanwhile keeps it there, and no new sale is for more than its trade still
 * holds, for another order of ours, also one for another trade of the contract, may have sold since.
 */
export function maySend(
  intent: Intent,
  state: AccountState | undefined,
  mayEnter: (trade: Trade | undefined) => boolean,
): boolean {
  if (intent.kind === 'enter') return mayEnter(state?.trade(intent.tradeId))
  const { call } = intent
  if (call.type === 'place')
    return call.order.side !== 'SELL' || !sellsTooMuch(intent, call.order.terms.quantity, state)
  if (call.type !== 'modify' || call.terms.kind !== 'SL') return true
  const known = state?.order(call.orderId)
  return known?.kind !== 'SL' || known.trigger <= call.terms.trigger
}

function sellsTooMuch(
  { tradeId, reason, createdAt }: Intent,
  quantity: number,
  state: AccountState | undefined,
): boolean {
  const trade = state?.trade(tradeId)
  if (state === undefined || trade === undefined) return false
  if (trade.state === 'closed') return reason !== SURPLUS_REASON
  if (isHeld(trade) && quantity > state.view(tradeId).open) return true
  // Units that an order for another trade of the contract sold beyond what that trade held were this one's. What was known of
  // it when the sale was planned, the plan has waited for.
  return state
    .trades()
    .some((one) => one.id !== tradeId && keyOf(one) === keyOf(trade) && hasOversoldSince(state.view(one.id), createdAt))
}

function hasOversoldSince({ open, orders }: TradeSnapshot, since: number): boolean {
  if (open >= 0) return false
  return orders.some(
    ({ side, filled, phaseSince, acknowledgedAt }) =>
      side === 'SELL' && filled > 0 && (phaseSince ?? acknowledgedAt) > since,
  )
}
