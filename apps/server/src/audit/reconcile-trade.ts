import { paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { BrokerOrder, OrderRecord } from '@strikewise/execution/order/order.ts'
import { FIT_FOR_REDUCTION } from '@strikewise/execution/trade/reduction.ts'
import { inTradeOrder, type Fill } from '@strikewise/execution/trade/fill.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { ProductOrder, ReportFinding } from './report-finding.ts'

/** A sale that was sent this recently may be on its way; later it is no protection. */
const ON_ITS_WAY_MS = 10_000
const ENDED = new Set<BrokerOrder['phase']>(['complete', 'cancelled', 'rejected'])

export interface TradeReconciliationInput {
  readonly trade: Trade
  readonly intents: readonly Intent[]
  readonly records: readonly OrderRecord[]
  readonly fills: readonly Fill[]
  /** The broker's orders that carry the tags of this trade, less those that bought a short position back. */
  readonly productOrders: readonly ProductOrder[]
  readonly now: EpochMs
  readonly isAfterClose: boolean
}

/** One trade: quantity, protection, what may still work, and what it earned. */
export function reconcileTrade(all: TradeReconciliationInput, report: ReportFinding): void {
  const books = withoutCovers(all)
  const { trade, records, productOrders, isAfterClose } = books
  const left = netOf(productOrders.map(({ order }) => order)) - trade.manualExitQuantity
  const stored = netOf(records) - trade.manualExitQuantity
  // Below zero where a manual sale and ours met: a short position of the account, which is judged by its net.
  const held = trade.manualExitQuantity > 0 ? Math.max(0, left) : left
  const isOver = trade.state === 'closed' || trade.state === 'abandoned'
  if (stored !== left) report(trade.id, { code: 'audit.quantity_differs', atBroker: left, inStore: stored })
  if (isOver && held !== 0) report(trade.id, { code: 'audit.quantity_differs.over', state: trade.state, units: held })
  compareProtection(books, held, report)
  if (isOver)
    for (const { order } of productOrders)
      if (!ENDED.has(order.phase))
        report(order.orderId, { code: 'audit.stray_order', order: order.orderId, state: trade.state })
  if (isAfterClose && trade.product === 'MIS' && (held !== 0 || trade.state === 'open' || trade.state === 'exiting'))
    report(trade.id, { code: 'audit.not_flat', state: trade.state, units: held })
  if (trade.state === 'closed' && trade.result !== null) compareResult(books, report)
}

function compareProtection(
  { trade, intents, productOrders, now, isAfterClose }: TradeReconciliationInput,
  held: number,
  report: ReportFinding,
): void {
  if (isAfterClose) return
  const offered = productOrders.reduce(
    (sum, { order }) =>
      order.side === 'SELL' && !ENDED.has(order.phase) ? sum + Math.max(0, order.quantity - order.filled) : sum,
    0,
  )
  const isOnItsWay = intents.some(
    (intent) => intent.createdAt > now - ON_ITS_WAY_MS && (isSelling(intent) || isPartOnItsWay(intent)),
  )
  if (held > offered && !isOnItsWay) report(trade.id, { code: 'audit.unprotected', held, offered })
  if (offered > Math.max(0, held)) report(trade.id, { code: 'audit.oversold', held, offered })
}

function isSelling({ kind, outcome }: Intent): boolean {
  return (outcome.state === 'sending' || outcome.state === 'in_doubt') && kind !== 'enter'
}

/** Whether a part of the position stands beside its stop: between the stop's change, its sale and the next change. */
function isPartOnItsWay({ kind, reason }: Intent): boolean {
  return kind === 'reduce' || (kind === 'move' && reason === FIT_FOR_REDUCTION)
}

/** What was bought back after a short is no part of the trade: neither its orders nor its fills. */
function withoutCovers(books: TradeReconciliationInput): TradeReconciliationInput {
  const covers = new Set(books.intents.filter(({ kind }) => kind === 'cover').map(({ id }) => id))
  return {
    ...books,
    records: books.records.filter(({ intentId }) => !covers.has(intentId)),
    productOrders: books.productOrders.filter(({ intent }) => !covers.has(intent.id)),
  }
}

/**
 * From price × quantity of the broker's own trades, and of what was booked as sold manually: the oldest sales count, up to
 * what was bought. What was sold beyond that is a short position.
 */
function compareResult({ trade, fills, productOrders }: TradeReconciliationInput, report: ReportFinding): void {
  if (trade.state !== 'closed' || trade.result === null) return
  const own = productOrders.flatMap((part) => part.fills)
  const buys = own.filter(({ side }) => side === 'BUY')
  const sales = [...own.filter(({ side }) => side === 'SELL'), ...fills.filter(({ isManual }) => isManual)]
  let gross = -buys.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  let left = buys.reduce((sum, { quantity }) => sum + quantity, 0)
  for (const { quantity, price } of sales.toSorted(inTradeOrder)) {
    const units = Math.min(left, quantity)
    gross += units * price
    left -= units
  }
  if (gross !== trade.result.gross)
    report(trade.id, { code: 'audit.result_differs', atBroker: paise(gross), inStore: trade.result.gross })
}

/** Units bought less units sold. */
function netOf(orders: readonly BrokerOrder[]): number {
  return orders.reduce((sum, order) => sum + (order.side === 'BUY' ? order.filled : -order.filled), 0)
}
