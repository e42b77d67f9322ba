import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { unitsOf, valueOf, type Fill } from './fill.ts'
import { executedOrders } from './trade-pnl.ts'

/** What an open position came to so far and would come to now. */
export interface OpenPnl {
  /** Units still held. */
  readonly held: number
  readonly gross: Paise
  /** After the charges of the orders so far, and of one more that sells the rest. */
  readonly net: Paise
}

/** How a position stands if the rest of it were sold at `last`, exact to the paisa: what `resultOf` would show after that sale. */
export function openPnlOf(fills: readonly Fill[], on: IstDate, last: Paise, brokerage: Paise): OpenPnl {
  const held = Math.max(0, unitsOf(fills, 'BUY') - unitsOf(fills, 'SELL'))
  const rest = (held * last) as Paise
  const executed = executedOrders(fills, on)
  const sold = executed.reduce((sum, order) => (order.side === 'SELL' ? sum + order.value : sum), 0)
  const gross = (sold + rest - valueOf(fills, 'BUY')) as Paise
  const charges = chargesOf([...executed, { side: 'SELL', value: rest, on }], brokerage).total
  return { held, gross, net: (gross - charges) as Paise }
}
