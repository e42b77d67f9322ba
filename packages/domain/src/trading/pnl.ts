import { chargesOf, type Charges, type ExecutedOrder } from '../charges/charges.ts'
import type { Paise } from '../money/paise.ts'
import type { IstDate } from '../time/ist.ts'

/** What a closed trade earned, in whole paise. `net` is `gross` less `charges.total`. */
export interface TradePnl {
  readonly entryValue: Paise
  readonly exitValue: Paise
  readonly gross: Paise
  readonly charges: Charges
  readonly net: Paise
}

/**
 * Result of a closed trade from its executed orders, buys and sales of the same quantity. Values are sums of
 * price × quantity over the broker's fills, so the result equals the broker's book to the paisa.
 */
export function tradePnlOf(orders: readonly ExecutedOrder[], brokerage: Paise): TradePnl {
  const entryValue = valueOf(orders, 'BUY')
  const exitValue = valueOf(orders, 'SELL')
  const charges = chargesOf(orders, brokerage)
  const gross = exitValue - entryValue
  return { entryValue, exitValue, gross: gross as Paise, charges, net: (gross - charges.total) as Paise }
}

/** The day's totals: the sums of its trades' results. */
export function dayTotal(results: readonly Pick<TradePnl, 'gross' | 'net'>[]): { gross: Paise; net: Paise } {
  return {
    gross: results.reduce((sum, result) => sum + result.gross, 0) as Paise,
    net: results.reduce((sum, result) => sum + result.net, 0) as Paise,
  }
}

/** Profit of an open position if it were sold at the bid now, before charges. `entryValue`: price × quantity paid. */
export function openProfit(entryValue: Paise, quantity: number, bid: Paise): Paise {
  return (quantity * bid - entryValue) as Paise
}

/** Charges a unit of buying at one price and selling at another, in paise and fractions of one: the trail's break-even. */
export function costPerUnit(
  entryValue: Paise,
  exitValue: Paise,
  quantity: number,
  on: IstDate,
  brokerage: Paise,
): number {
  const orders: ExecutedOrder[] = [
    { side: 'BUY', value: entryValue, on },
    { side: 'SELL', value: exitValue, on },
  ]
  return chargesOf(orders, brokerage).total / quantity
}

function valueOf(orders: readonly ExecutedOrder[], side: ExecutedOrder['side']): Paise {
  return orders.reduce((sum, order) => (order.side === side ? sum + order.value : sum), 0) as Paise
}
