// @invariant I1
// @invariant kill-switch
import type { Intent } from '../intent/intent.ts'
import type { AccountState } from '../persist/state.ts'
import type { Trade } from '../trade/trade.ts'

/**
 * The last look at a call as its request leaves. An entry asks the switches. A change of a stop asks what the broker has shown
 * since it was planned: an owner who has raised the stop meanwhile keeps it there.
 */
export function maySend(
  intent: Intent,
  state: AccountState | undefined,
  mayEnter: (trade: Trade | undefined) => boolean,
): boolean {
  if (intent.kind === 'enter') return mayEnter(state?.trade(intent.tradeId))
  const { call } = intent
  if (call.type !== 'modify' || call.terms.kind !== 'SL') return true
  const known = state?.order(call.orderId)
  return known?.kind !== 'SL' || known.trigger <= call.terms.trigger
}
