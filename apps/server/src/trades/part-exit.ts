import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { OrderRecord } from '@strikewise/execution/order/order.ts'
import { unitsOf, valueOf, type Fill } from '@strikewise/execution/trade/fill.ts'
import { isReduction } from '@strikewise/execution/trade/reduction.ts'
import type { ActiveTradeRow } from '@strikewise/wire/trades.ts'

/** What orders that sell a part of a position have sold of it; null: nothing. */
export function partExitOf(
  fills: readonly Fill[],
  intents: readonly Intent[],
  orders: readonly OrderRecord[],
): ActiveTradeRow['part_exit'] {
  const reductions = new Set(intents.filter(isReduction).map(({ id }) => id))
  const sales = new Set(orders.filter(({ intentId }) => reductions.has(intentId)).map(({ orderId }) => orderId))
  const own = fills.filter(({ orderId }) => sales.has(orderId))
  const quantity = unitsOf(own, 'SELL')
  if (quantity === 0) return null
  return { quantity, average_price: rupeesFromPaise(Math.round(valueOf(own, 'SELL') / quantity) as Paise) }
}
