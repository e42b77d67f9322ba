import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import { payoffSoldAt } from '@strikewise/domain/trading/payoff.ts'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { brokerage } from '../../lib/broker.ts'
import { epochOf } from '../../lib/ist-format.ts'

/** Half of a position, in whole lots: of an odd number of them the larger part is sold. */
export interface Half {
  readonly keepLots: number
  readonly sellLots: number
  /** Units. */
  readonly sold: number
  readonly remaining: number
}

/** Undefined where there is no half: one lot, or a part that is being sold. */
export function halfOf({ quantity, lot_size, instructions = [] }: ShownTradeRow): Half | undefined {
  if (lot_size === undefined || instructions.some(({ kind, state }) => kind === 'reduce' && state !== 'done'))
    return undefined
  const lots = Math.floor(quantity / lot_size)
  if (lots < 2) return undefined
  const keepLots = Math.floor(lots / 2)
  const remaining = keepLots * lot_size
  return { keepLots, sellLots: lots - keepLots, sold: quantity - remaining, remaining }
}

/** Rupees that so many units bring at the price `last` beside what they were bought for, after charges. */
export function netOfSale(trade: ShownTradeRow, units: number, last: number): number | undefined {
  const { entry_price, entry_time, side, strike } = trade
  const entered = epochOf(entry_time)
  if (entered === undefined || side === undefined) return undefined
  const paise = (rupees: number) => (Math.round(rupees * 100) * units) as Paise
  const option = { side, strike, quantity: units, paid: paise(entry_price), on: istDateAt(entered), brokerage }
  return payoffSoldAt(option, paise(last)) / 100
}
