import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerPosition } from '../ports.ts'
import type { BrokerFill } from '../trade/fill.ts'

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
