import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/** One row of the broker's trade book. Unique by (fillId, orderId) within a day. */
export interface BrokerFill {
  readonly fillId: string
  readonly orderId: string
  readonly tradingsymbol: string
  readonly side: OrderSide
  readonly product: string
  readonly quantity: number
  readonly price: Paise
  readonly at: EpochMs
}

/** A fill, or a part of another party's fill, that belongs to a trade of ours. */
export interface Fill extends BrokerFill {
  readonly accountId: string
  readonly tradeId: string
  /** True when the order was not ours: the user's own sale, or the broker's square-off. */
  readonly isManual: boolean
}

/** Key of a fill within an account and day. */
export function fillKey(fill: Pick<BrokerFill, 'fillId' | 'orderId'>): string {
  return `${fill.orderId}/${fill.fillId}`
}

/** Key of the broker's own fill: a manual sale that several trades share is booked in parts, numbered behind a slash. */
export function saleKey(fill: Pick<BrokerFill, 'fillId' | 'orderId'>): string {
  const at = fill.fillId.indexOf('/')
  return fillKey(at < 0 ? fill : { ...fill, fillId: fill.fillId.slice(0, at) })
}

/**
 * By the exchange's order: its clock, which the broker shows in whole seconds, and within a second the number of the
 * trade, which the exchange counts up. A part of another party's fill stands where the whole stood.
 */
export function inTradeOrder(a: BrokerFill, b: BrokerFill): number {
  return a.at - b.at || numberOf(a) - numberOf(b)
}

function numberOf({ fillId }: BrokerFill): number {
  return Number.parseInt(fillId, 10) || 0
}

export function unitsOf(fills: readonly BrokerFill[], side: OrderSide): number {
  return fills.reduce((sum, fill) => (fill.side === side ? sum + fill.quantity : sum), 0)
}

/** Price × quantity of one side, in paise. */
export function valueOf(fills: readonly BrokerFill[], side: OrderSide): Paise {
  return fills.reduce((sum, fill) => (fill.side === side ? sum + fill.quantity * fill.price : sum), 0) as Paise
}
