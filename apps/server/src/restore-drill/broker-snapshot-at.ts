import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { parseTag } from '@strikewise/execution/intent/tag.ts'
import type { BrokerOrder, OrderRecord } from '@strikewise/execution/order/order.ts'
import type { BrokerPosition } from '@strikewise/execution/ports.ts'
import { fillKey, saleKey, type BrokerFill } from '@strikewise/execution/trade/fill.ts'
import {
  findingCode,
  type AuditFinding,
  type BrokerAccountSnapshot,
  type StoredAccountSnapshot,
} from '../audit/audit-snapshot.ts'
import { timeOfId } from '../execution/ids.ts'
import type { FindingCode } from '../store/tables/audit-tables.ts'

/** What happened at the broker this long before the instant may have been stored after it. */
export const STORED_WITHIN_MS = 10_000

/** Findings about a trade that one look may find while the trade moves. */
const OF_A_MOVE = new Set<FindingCode>([
  'unprotected',
  'oversold',
  'quantity_differs',
  'position_short',
  'result_differs',
])

export interface BrokerSnapshotAt {
  readonly snapshot: BrokerAccountSnapshot
  /** What came after the instant: the restored store lacks it and must. */
  readonly later: { readonly orders: number; readonly fills: number }
}

/**
 * The broker's books of today as they stood at `at`, as far as they show it: later orders and fills are left out, positions
 * are without them, and of an order that moved later the terms are those that the store has. What happened in the last
 * seconds before the instant counts only where the store has it.
 */
export function brokerSnapshotAt(
  book: BrokerAccountSnapshot,
  store: StoredAccountSnapshot,
  at: EpochMs,
): BrokerSnapshotAt {
  const stored = new Set(store.fills.map((fill) => (fill.isManual ? saleKey(fill) : fillKey(fill))))
  const isThen = (fill: BrokerFill) => fill.at <= at - STORED_WITHIN_MS || stored.has(fillKey(fill))
  const fills = book.fills.filter(isThen)
  const laterFills = book.fills.filter((fill) => !isThen(fill))
  const records = new Map(store.orders.map((order) => [order.orderId, order]))
  const orders = book.orders.filter((order) => records.has(order.orderId) || isPlacedBefore(order, at))
  return {
    snapshot: {
      readAt: book.readAt,
      orders: orders.map((order) => orderAt(order, records.get(order.orderId), fills, at)),
      fills,
      positions: positionsWithout(book.positions, laterFills),
    },
    later: { orders: book.orders.length - orders.length, fills: laterFills.length },
  }
}

/** Findings without those about trades that moved in the last seconds before the instant: one look at these proves nothing. */
export function settledFindings(
  findings: readonly AuditFinding[],
  store: StoredAccountSnapshot,
  book: BrokerAccountSnapshot,
  at: EpochMs,
): readonly AuditFinding[] {
  const since = at - STORED_WITHIN_MS
  const moved = new Set(store.intents.filter((intent) => movedAt(intent) > since).map(({ tradeId }) => tradeId))
  const tradeOf = new Map(store.orders.map(({ orderId, tradeId }) => [orderId, tradeId]))
  for (const fill of book.fills) {
    const trade = tradeOf.get(fill.orderId)
    if (trade !== undefined && fill.at > since && fill.at <= at) moved.add(trade)
  }
  return findings.filter((finding) => !OF_A_MOVE.has(findingCode(finding)) || !moved.has(finding.subject))
}

function movedAt({ createdAt, outcome }: StoredAccountSnapshot['intents'][number]): number {
  return 'at' in outcome ? Math.max(createdAt, outcome.at) : createdAt
}

/** Of our own orders the tag shows when they were made; of others, what the exchange last changed at them. */
function isPlacedBefore({ tag, updatedAt }: BrokerOrder, at: EpochMs): boolean {
  const own = parseTag(tag)
  return (own === undefined ? (updatedAt ?? 0) : timeOfId(own.intentId)) <= at - STORED_WITHIN_MS
}

function orderAt(
  order: BrokerOrder,
  record: OrderRecord | undefined,
  fills: readonly BrokerFill[],
  at: EpochMs,
): BrokerOrder {
  if (order.updatedAt !== null && order.updatedAt <= at - STORED_WITHIN_MS) return order
  const filled = fills.reduce((sum, fill) => (fill.orderId === order.orderId ? sum + fill.quantity : sum), 0)
  if (record === undefined) return { ...order, filled }
  const { phase, kind, quantity, price, trigger } = record
  return { ...order, phase, kind, quantity, price, trigger, filled }
}

function positionsWithout(
  positions: readonly BrokerPosition[],
  later: readonly BrokerFill[],
): readonly BrokerPosition[] {
  const left = new Map(positions.map((position) => [`${position.tradingsymbol} ${position.product}`, position]))
  for (const { tradingsymbol, product, side, quantity } of later) {
    const key = `${tradingsymbol} ${product}`
    const known = left.get(key) ?? { tradingsymbol, product, quantity: 0 }
    left.set(key, { ...known, quantity: known.quantity - (side === 'BUY' ? quantity : -quantity) })
  }
  return [...left.values()]
}
