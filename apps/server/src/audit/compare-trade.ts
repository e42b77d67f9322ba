import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { BrokerOrder, OrderRecord } from '@strikewise/execution/order/order.ts'
import type { Fill } from '@strikewise/execution/trade/fill.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { OurOrder, Report } from './compare-books.ts'

/** A sale that was sent this recently may be on its way; later it is no protection. */
const ON_ITS_WAY_MS = 10_000
const ENDED = new Set<BrokerOrder['phase']>(['complete', 'cancelled', 'rejected'])

export interface TradeBooks {
  readonly trade: Trade
  readonly intents: readonly Intent[]
  readonly records: readonly OrderRecord[]
  readonly fills: readonly Fill[]
  /** The broker's orders that carry the tags of this trade. */
  readonly ours: readonly OurOrder[]
  readonly now: EpochMs
  readonly isAfterClose: boolean
}

/** One trade: quantity, protection, what may still work, and what it earned. */
export function compareTrade(books: TradeBooks, report: Report): void {
  const { trade, records, ours, isAfterClose } = books
  const held = netOf(ours.map(({ order }) => order)) - trade.soldByHand
  const stored = netOf(records) - trade.soldByHand
  const isOver = trade.state === 'closed' || trade.state === 'abandoned'
  if (stored !== held)
    report('quantity_differs', trade.id, `Our orders left ${held} units at the broker, the store says ${stored}.`)
  if (isOver && held !== 0)
    report('quantity_differs', trade.id, `The trade is ${trade.state} and ${held} units of it are left at the broker.`)
  compareProtection(books, held, report)
  if (isOver)
    for (const { order } of ours)
      if (!ENDED.has(order.phase))
        report('stray_order', order.orderId, `Order ${order.orderId} still works, its trade is ${trade.state}.`)
  if (isAfterClose && trade.product === 'MIS' && (held !== 0 || trade.state === 'open' || trade.state === 'exiting'))
    report('not_flat', trade.id, `After the close the trade is ${trade.state} with ${held} units.`)
  if (trade.state === 'closed' && trade.result !== null) compareResult(books, report)
}

function compareProtection(
  { trade, intents, ours, now, isAfterClose }: TradeBooks,
  held: number,
  report: Report,
): void {
  if (isAfterClose) return
  const offered = ours.reduce(
    (sum, { order }) =>
      order.side === 'SELL' && !ENDED.has(order.phase) ? sum + Math.max(0, order.quantity - order.filled) : sum,
    0,
  )
  const isOnItsWay = intents.some(
    ({ kind, outcome, createdAt }) =>
      (outcome.state === 'sending' || outcome.state === 'in_doubt') &&
      kind !== 'enter' &&
      createdAt > now - ON_ITS_WAY_MS,
  )
  if (held > offered && !isOnItsWay)
    report('unprotected', trade.id, `${held} units are held and sales of ${offered} stand at the broker.`)
  if (offered > Math.max(0, held))
    report('oversold', trade.id, `${held} units are held and sales of ${offered} stand at the broker.`)
}

/** From price × quantity of the broker's own trades, and of what was booked as sold by hand. */
function compareResult({ trade, fills, ours }: TradeBooks, report: Report): void {
  if (trade.state !== 'closed' || trade.result === null) return
  let gross = 0
  for (const part of ours.filter(({ intent }) => intent.kind !== 'cover'))
    for (const { side, quantity, price } of part.fills) gross += (side === 'SELL' ? 1 : -1) * quantity * price
  for (const fill of fills) if (fill.byHand) gross += fill.quantity * fill.price
  if (gross !== trade.result.gross)
    report(
      'result_differs',
      trade.id,
      `By the broker's trades ${gross} paise were earned, the store says ${trade.result.gross}.`,
    )
}

/** Units bought less units sold. */
function netOf(orders: readonly BrokerOrder[]): number {
  return orders.reduce((sum, order) => sum + (order.side === 'BUY' ? order.filled : -order.filled), 0)
}
