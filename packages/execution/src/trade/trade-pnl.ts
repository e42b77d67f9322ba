// @invariant books-equal Our books equal the broker's to the paisa, including what was bought back after a short.
// @invariant report-sums
import { chargesOf, type ExecutedOrder } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { inTradeOrder, unitsOf, valueOf, type Fill } from './fill.ts'
import type { ClosedTrade, TradePnl } from './trade.ts'

/**
 * What a trade earned. Exact: values are price × quantity of the broker's trades, never an average, and the charges are
 * computed for each executed order. A manual sale bears its part like ours. Units sold beyond what was bought are a
 * short position, not part of the trade: the sales count oldest first.
 */
export function tradePnlOf(all: readonly Fill[], on: IstDate, brokerage: Paise): TradePnl {
  const fills = countedFills(all)
  const entryValue = valueOf(fills, 'BUY')
  const exitValue = valueOf(fills, 'SELL')
  const gross = (exitValue - entryValue) as Paise
  const charges = chargesOf(ordersOf(fills, on), brokerage).total
  return { entryValue, exitValue, gross, charges, net: (gross - charges) as Paise }
}

/** The executed orders a trade's charges are computed for: what `resultOf` counts, so their charges are its own. */
export function executedOrders(all: readonly Fill[], on: IstDate): ExecutedOrder[] {
  return ordersOf(countedFills(all), on)
}

/** What a closed trade and the covers booked on it brought together, in whole paise; null where the trade's end is not known. */
export function netIncludingCovers({ result, cover }: Pick<ClosedTrade, 'result' | 'cover'>): Paise | null {
  if (result === null && cover === undefined) return null
  return ((result?.net ?? 0) + (cover?.net ?? 0)) as Paise
}

function ordersOf(fills: readonly Fill[], on: IstDate): ExecutedOrder[] {
  return [...Map.groupBy(fills, (fill) => fill.orderId).values()].map((part) => {
    const { side } = part[0]!
    return { side, value: valueOf(part, side), on }
  })
}

/** The fills a trade's result is made of: its purchases, and the oldest sales up to as many units. */
export function countedFills(all: readonly Fill[]): Fill[] {
  return [...all.filter((fill) => fill.side === 'BUY'), ...salesUpTo(all, unitsOf(all, 'BUY'))]
}

/** The oldest sales among `fills`, up to so many units. */
export function salesUpTo(fills: readonly Fill[], units: number): Fill[] {
  let left = units
  const sales: Fill[] = []
  for (const fill of fills.filter((one) => one.side === 'SELL').toSorted(inTradeOrder)) {
    const quantity = Math.min(left, fill.quantity)
    sales.push({ ...fill, quantity })
    left -= quantity
  }
  return sales
}
