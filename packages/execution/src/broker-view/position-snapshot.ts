import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerPosition } from '../ports.ts'
import { unitsOf, type BrokerFill } from '../trade/fill.ts'
import { isHeld, type Trade } from '../trade/trade.ts'
import { keyOf } from './position-key.ts'
import type { AccountState } from '../persist/state.ts'

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

/** Whether the positions show the account short of units of a contract and product (`keyOf`). */
export function isShort(positions: readonly BrokerPosition[], key: string): boolean {
  return positions.some((position) => keyOf(position) === key && position.quantity < 0)
}

/** Whether the positions show the contract, whatever the product. */
export function isInSnapshot(positions: readonly BrokerPosition[], tradingsymbol: string): boolean {
  return positions.some((one) => one.tradingsymbol === tradingsymbol)
}

/**
 * Units of a trade's contract that the positions do not show, of all that the trade and our held trades have in it; 0 when
 * they show them all. `others`: units in it that are not ours.
 */
export function missingUnits(
  state: AccountState,
  positions: readonly BrokerPosition[],
  trade: Trade,
  others = 0,
): number {
  const { tradingsymbol } = trade.contract
  let expected = others + (isHeld(trade) ? 0 : Math.max(0, state.view(trade.id).open))
  for (const one of state.held())
    if (one.contract.tradingsymbol === tradingsymbol && one.product === trade.product)
      expected += Math.max(0, state.view(one.id).open)
  return Math.max(0, expected - Math.max(0, netOf(positions, tradingsymbol, trade.product)))
}

/**
 * Units of a trade's contract that orders which are not ours sold beyond what such orders bought, of those that no trade of
 * ours has yielded to a manual sale yet: so many the positions lack for a known reason. `book`: the broker's trade book;
 * `isShown`: whether the positions show that an order that is not ours sold so many units.
 */
export function unitsSoldByOthers(
  state: AccountState,
  trade: Trade,
  book: readonly BrokerFill[],
  isShown: (orderId: string, units: number) => boolean,
): number {
  const isHere = (fill: BrokerFill) =>
    fill.tradingsymbol === trade.contract.tradingsymbol && fill.product === trade.product
  const others = book.filter((fill) => isHere(fill) && state.order(fill.orderId) === undefined)
  const sales = Map.groupBy(
    others.filter(({ side }) => side === 'SELL'),
    ({ orderId }) => orderId,
  )
  const taken = state.trades().flatMap(({ id }) => state.view(id).fills.filter((fill) => fill.isManual && isHere(fill)))
  let units = -unitsOf(others, 'BUY')
  for (const [orderId, fills] of sales) {
    const sold = unitsOf(fills, 'SELL')
    if (!isShown(orderId, sold)) continue
    units += sold
    units -= taken.reduce((sum, fill) => (fill.orderId === orderId ? sum + fill.quantity : sum), 0)
  }
  return units
}
