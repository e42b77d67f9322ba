// @invariant no-entry-over-a-cover An entry waits while an order of ours that buys back in its contract is not over.
import { isUnresolved } from '../intent/intent.ts'
import { isTerminal } from '../order/order.ts'
import { keyOf } from './position-key.ts'
import type { AccountState } from '../persist/state.ts'

/**
 * Whether an order of ours that buys back what was short in a contract and product (`key`) works, or may come to: what it
 * still buys, and what a trade in that contract buys beside it, could not be distinguished.
 */
export function isCoverUnderWay(state: AccountState, key: string): boolean {
  return state
    .traded()
    .some(
      ({ trade, covers, intents }) =>
        keyOf(trade) === key &&
        (covers.some(({ phase }) => !isTerminal(phase)) ||
          intents.some((intent) => intent.kind === 'cover' && isUnresolved(intent))),
    )
}
