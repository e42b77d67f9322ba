import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { OrderRecord } from '@strikewise/execution/order/order.ts'
import { unitsOf, valueOf, type Fill } from '@strikewise/execution/trade/fill.ts'
import type { Bought } from './trade-columns.ts'

/**
 * What a trade has bought: by its fills, or by its orders as long as those show more. The trade book, which lists the fills, is
 * read after the order book, and a position that is held already must not be shown as one of no units.
 */
export function boughtOf(
  fills: readonly Fill[],
  orders: readonly Pick<OrderRecord, 'side' | 'filled' | 'averagePrice' | 'price'>[],
): Bought {
  const bought = unitsOf(fills, 'BUY')
  const buys = orders.filter(({ side, filled }) => side === 'BUY' && filled > 0)
  const ordered = buys.reduce((sum, { filled }) => sum + filled, 0)
  if (ordered <= bought) return { bought, boughtValue: valueOf(fills, 'BUY') }
  // Some updates of the broker lack the average; an entry pays its limit at the most.
  const value = buys.reduce((sum, { filled, averagePrice, price }) => sum + filled * (averagePrice || price), 0)
  return { bought: ordered, boughtValue: Math.round(value) as Paise }
}
