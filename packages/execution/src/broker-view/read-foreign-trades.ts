// @invariant foreign-trades-count
import type { BrokerProfile } from '../broker-profile.ts'
import type { AccountState } from '../persist/state.ts'
import { foreignTradesOf, NO_FOREIGN_TRADES, type ForeignTrades } from '../trade/foreign-trades.ts'
import type { BrokerOrder } from '../order/order.ts'
import type { BrokerPosition } from '../ports.ts'
import { fillKey, saleKey, type BrokerFill } from '../trade/fill.ts'
import type { PositionsRead, TradesRead } from './position-snapshot.ts'

/** What of a broker's profile shows which contracts count. */
type CountedContracts = Pick<BrokerProfile, 'optionIndexOf' | 'brokerage'>

/**
 * What the user traded today without the product, by the newest whole readings of trade book and positions; before the
 * first of either, as it is stored. Sales that took units out of trades of ours are those trades' own.
 */
export function knownForeignTrades(
  state: AccountState,
  trades: TradesRead | undefined,
  positions: PositionsRead | undefined,
  broker: CountedContracts,
): ForeignTrades {
  const known = state.foreignTrades()?.trades ?? NO_FOREIGN_TRADES
  if (trades === undefined || positions === undefined) return known
  const fills = foreignFills(state, trades.value, broker)
  const marks = marksOf(positions.value)
  const markOf = (tradingsymbol: string) => marks.get(tradingsymbol) ?? { carried: 0, last: undefined }
  const counted = [...Map.groupBy(fills, (fill) => fill.tradingsymbol)].flatMap(([tradingsymbol, own]) =>
    withoutPresumedManualSales(own, markOf(tradingsymbol).carried, heldUnits(state, tradingsymbol)),
  )
  const read = foreignTradesOf(counted, markOf, state.on, broker.brokerage)
  // A day's trades do not grow fewer: these are the books of another link, or older ones.
  return read.begun < known.begun ? known : read
}

/** Whether the order book shows more of such trades than the trade book does: what they come to is not known yet. */
export function lacksForeignFills(
  state: AccountState,
  book: readonly BrokerOrder[],
  trades: TradesRead | undefined,
  { optionIndexOf }: CountedContracts,
): boolean {
  const filled = new Map<string, number>()
  for (const { orderId, quantity } of trades?.value ?? []) filled.set(orderId, (filled.get(orderId) ?? 0) + quantity)
  return book.some(
    (order) =>
      order.filled > (filled.get(order.orderId) ?? 0) &&
      state.order(order.orderId) === undefined &&
      optionIndexOf(order.tradingsymbol) !== undefined,
  )
}

/** Fills of orders that are none of ours, less what of them is booked as a manual sale of a trade of ours. */
function foreignFills(state: AccountState, book: readonly BrokerFill[], broker: CountedContracts): BrokerFill[] {
  const foreign = book.filter(
    ({ orderId, tradingsymbol }) =>
      state.order(orderId) === undefined && broker.optionIndexOf(tradingsymbol) !== undefined,
  )
  if (foreign.length === 0) return []
  const booked = new Map<string, number>()
  for (const { id } of state.trades())
    for (const fill of state.view(id).fills)
      if (fill.isManual) booked.set(saleKey(fill), (booked.get(saleKey(fill)) ?? 0) + fill.quantity)
  return foreign
    .map((fill) => ({ ...fill, quantity: fill.quantity - (booked.get(fillKey(fill)) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}

function marksOf(
  positions: readonly BrokerPosition[],
): Map<string, { carried: number; last: BrokerPosition['lastPrice'] }> {
  const marks = new Map<string, { carried: number; last: BrokerPosition['lastPrice'] }>()
  for (const { tradingsymbol, carried = 0, lastPrice } of positions) {
    const before = marks.get(tradingsymbol)
    marks.set(tradingsymbol, { carried: (before?.carried ?? 0) + carried, last: lastPrice ?? before?.last })
  }
  return marks
}

/** Units of a contract that trades of ours hold. */
function heldUnits(state: AccountState, tradingsymbol: string): number {
  let units = 0
  for (const { id, contract } of state.held())
    if (contract.tradingsymbol === tradingsymbol) units += Math.max(0, state.view(id).open)
  return units
}

/**
 * The fills of one contract without the newest sales beyond all that the user bought there, as far as we hold so many units:
 * until positions and trade book are judged together these are taken for sales of ours, not for a short of the user's.
 */
function withoutPresumedManualSales(
  fills: readonly BrokerFill[],
  carried: number,
  held: number,
): readonly BrokerFill[] {
  const net = fills.reduce((sum, { side, quantity }) => sum + (side === 'BUY' ? quantity : -quantity), carried)
  let presumed = Math.min(held, Math.max(0, -net))
  if (presumed === 0) return fills
  return fills
    .toSorted((a, b) => b.at - a.at)
    .flatMap((fill) => {
      const taken = fill.side === 'SELL' ? Math.min(presumed, fill.quantity) : 0
      presumed -= taken
      return taken === fill.quantity ? [] : [{ ...fill, quantity: fill.quantity - taken }]
    })
}
