import { paise } from '@strikewise/domain/money/paise.ts'
import type { BrokerFill } from '@strikewise/execution/trade/fill.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { BrokerAccountSnapshot, StoredAccountSnapshot } from './audit-snapshot.ts'
import type { ProductOrder, ReportFinding } from './report-finding.ts'

/**
 * What buying a short position back was booked at. In a contract whose trades are all closed and whose sales and purchases
 * of the day balance, the results of the trades and of the covers together are what the broker's trades paid and took, to
 * the paisa: the split between them may differ, their sum may not. A contract the user bought in as well is left out, since
 * what belongs to whom is not in the broker's book.
 */
export function reconcileCovers(
  store: StoredAccountSnapshot,
  broker: BrokerAccountSnapshot,
  productOrders: readonly ProductOrder[],
  report: ReportFinding,
): void {
  const own = new Set(productOrders.map(({ order }) => order.orderId))
  const covered = new Set(
    productOrders
      .filter(({ intent, fills }) => intent.kind === 'cover' && fills.length > 0)
      .map(({ order }) => contractOf(order)),
  )
  const booked = store.trades.filter((trade) => trade.state === 'closed' && trade.cover !== undefined)
  for (const { contract, product } of booked) covered.add(`${contract.tradingsymbol} ${product}`)
  for (const key of covered) {
    const fills = broker.fills.filter((fill) => contractOf(fill) === key)
    if (fills.some(({ side, orderId }) => side === 'BUY' && !own.has(orderId))) continue
    if (unitsBought(fills) !== 0) continue
    const trades = store.trades.filter(({ contract, product }) => `${contract.tradingsymbol} ${product}` === key)
    const stored = bookedGross(store, trades)
    const earned = fills.reduce((sum, fill) => sum + (fill.side === 'SELL' ? 1 : -1) * fill.quantity * fill.price, 0)
    if (stored === undefined || stored === earned) continue
    report(trades.at(-1)!.id, {
      code: 'audit.cover_differs',
      contract: key,
      atBroker: paise(earned),
      inStore: paise(stored),
    })
  }
}

/** The gross results of a contract's trades and covers, in paise; undefined while one of them is not known. */
function bookedGross(store: StoredAccountSnapshot, trades: readonly Trade[]): number | undefined {
  let gross = 0
  for (const trade of trades) {
    if (trade.state === 'abandoned') continue
    if (trade.state !== 'closed' || trade.result === null || trade.on !== store.on) return undefined
    gross += trade.result.gross + (trade.cover?.gross ?? 0)
  }
  return gross
}

function contractOf({ tradingsymbol, product }: Pick<BrokerFill, 'tradingsymbol' | 'product'>): string {
  return `${tradingsymbol} ${product}`
}

/** Units bought less units sold. */
function unitsBought(fills: readonly BrokerFill[]): number {
  return fills.reduce((sum, { side, quantity }) => sum + (side === 'BUY' ? quantity : -quantity), 0)
}
