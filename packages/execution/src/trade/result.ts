import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { valueOf, type Fill } from './fill.ts'
import type { Result } from './trade.ts'

/**
 * What a trade earned. Exact: values are price × quantity of the broker's trades, never an average, and the charges are
 * reckoned for each executed order. A sale by hand bears its part like ours.
 */
export function resultOf(fills: readonly Fill[], on: IstDate): Result {
  const entryValue = valueOf(fills, 'BUY')
  const exitValue = valueOf(fills, 'SELL')
  const byOrder = Map.groupBy(fills, (fill) => fill.orderId)
  const orders = [...byOrder.values()].map((part) => {
    const { side } = part[0]!
    return { side, value: valueOf(part, side), on }
  })
  const gross = (exitValue - entryValue) as Paise
  const charges = chargesOf(orders).total
  return { entryValue, exitValue, gross, charges, net: (gross - charges) as Paise }
}
