import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerPosition } from '../ports.ts'
import type { BrokerFill } from '../trade/fill.ts'
import { isHeld, type Trade } from '../trade/trade.ts'
import type { AccountState } from './state.ts'

/** A reading of the positions that succeeded. */
export interface PositionsRead {
  readonly readAt: EpochMs
  readonly value: readonly BrokerPosition[]
}

/** A reading of the trade book that succeeded. */
export interface TradesRead {
  readonly readAt: EpochMs
  readonly value: readonly BrokerFill[]
}

/** Net units of one contract and product, negative when short; 0 when the broker names no position in it. */
export function netOf(positions: readonly BrokerPosition[], tradingsymbol: string, product: string): number {
  let net = 0
  for (const one of positions) if (one.tradingsymbol === tradingsymbol && one.product === product) net += one.quantity
  return net
}

/**
 * Units of a trade's contract that the positions do not show, of all that the trade and our held trades have in it; 0 when
 * they show them all.
 */
export function missingUnits(state: AccountState, positions: readonly BrokerPosition[], trade: Trade): number {
  const { tradingsymbol } = trade.contract
  let expected = isHeld(trade) ? 0 : Math.max(0, state.view(trade.id).open)
  for (const one of state.held())
    if (one.contract.tradingsymbol === tradingsymbol && one.product === trade.product)
      expected += Math.max(0, state.view(one.id).open)
  return Math.max(0, expected - Math.max(0, netOf(positions, tradingsymbol, trade.product)))
}
