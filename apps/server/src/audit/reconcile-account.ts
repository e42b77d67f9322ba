import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { BrokerFill, Fill } from '@strikewise/execution/trade/fill.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { AuditFill } from '@strikewise/messages/families/audit.ts'
import type { BrokerAccountSnapshot, AuditFinding, StoredAccountSnapshot } from './audit-snapshot.ts'
import type { ProductOrder, ReportFinding } from './report-finding.ts'
import { reconcileCovers } from './reconcile-covers.ts'
import { reconcileTrade } from './reconcile-trade.ts'

/** An order the broker took this long before the reading must stand in it. */
const BOOK_LAG_MS = 2_000
/** A tag as the execution core makes them: purpose, intent id, attempt. */
const OUR_TAG = /^[esxmc][0-9a-z]{19}$/

/**
 * Every disagreement between what the store shows of an account and what its broker's books show. The books are not read
 * in the same instant, so one look proves nothing: what a later look finds again is true.
 * `isAfterClose`: the day's session is over, and nothing may be held.
 */
export function reconcileAccount(
  store: StoredAccountSnapshot,
  broker: BrokerAccountSnapshot,
  now: EpochMs,
  isAfterClose: boolean,
): AuditFinding[] {
  const found: AuditFinding[] = [...store.journalFindings]
  const report: ReportFinding = (subject, message) => found.push({ subject, message })
  const productOrders = productOrdersOf(store, broker, report)
  findMissingOrders(store, broker, report)
  compareFills(store, broker, productOrders, report)
  for (const trade of store.trades) {
    const mine = productOrders.filter(({ intent }) => intent.tradeId === trade.id)
    const intents = store.intents.filter((intent) => intent.tradeId === trade.id)
    const fills = store.fills.filter((fill) => fill.tradeId === trade.id)
    const records = store.orders.filter((order) => order.tradeId === trade.id)
    reconcileTrade({ trade, intents, records, fills, productOrders: mine, now, isAfterClose }, report)
  }
  reconcileCovers(store, broker, productOrders, report)
  findShortPositions(store, broker, productOrders, report)
  return found
}

/** Pairs the broker's orders with our intents, one to one by tag. */
function productOrdersOf(
  store: StoredAccountSnapshot,
  broker: BrokerAccountSnapshot,
  report: ReportFinding,
): ProductOrder[] {
  const intents = new Map(
    store.intents.flatMap((intent) => (intent.call.type === 'place' ? [[intent.call.order.tag, intent]] : [])),
  ) as ReadonlyMap<string, Intent>
  const known = new Set(store.orders.map((order) => order.orderId))
  const fills = Map.groupBy(broker.fills, (fill) => fill.orderId)
  const tagged = Map.groupBy(broker.orders, (order) => order.tag)
  const productOrders: ProductOrder[] = []
  for (const [tag, orders] of tagged) {
    if (tag === null) continue
    const intent = intents.get(tag)
    if (intent === undefined) {
      if (!OUR_TAG.test(tag)) continue
      for (const { orderId } of orders) report(orderId, { code: 'audit.order_without_intent', order: orderId, tag })
      continue
    }
    if (orders.length > 1) report(tag, { code: 'audit.tag_twice', orders: orders.length, tag })
    for (const order of orders) {
      const { orderId } = order
      productOrders.push({ order, intent, fills: fills.get(orderId) ?? [] })
      if (!known.has(orderId)) report(orderId, { code: 'audit.order_unknown', order: orderId })
      if (intent.outcome.state === 'refused' || intent.outcome.state === 'absent')
        report(intent.id, { code: 'audit.intent_denied', order: orderId, state: intent.outcome.state })
    }
  }
  return productOrders
}

/** Today's orders that the broker acknowledged and does not show. */
function findMissingOrders(store: StoredAccountSnapshot, broker: BrokerAccountSnapshot, report: ReportFinding): void {
  const shown = new Set(broker.orders.map((order) => order.orderId))
  for (const intent of store.intents) {
    if (intent.on !== store.on || intent.call.type !== 'place' || intent.outcome.state !== 'accepted') continue
    const { at, orderId } = intent.outcome
    if (at > broker.readAt - BOOK_LAG_MS || shown.has(orderId)) continue
    report(orderId, { code: 'audit.order_missing', order: orderId })
  }
}

/** Our fills against the broker's trades, to the paisa and in both directions. */
function compareFills(
  store: StoredAccountSnapshot,
  broker: BrokerAccountSnapshot,
  productOrders: readonly ProductOrder[],
  report: ReportFinding,
): void {
  const stored = new Map(store.fills.map((fill) => [keyOf(fill), fill]))
  for (const { fills } of productOrders)
    for (const seen of fills) {
      const key = keyOf(seen)
      const fill = stored.get(key)
      if (fill === undefined) report(key, { code: 'audit.fill_missing', fill: key })
      else if (!isSame(fill, seen))
        report(key, { code: 'audit.fill_differs', fill: key, atBroker: fillOf(seen), inStore: fillOf(fill) })
    }
  const book = new Map(broker.fills.map((fill) => [keyOf(fill), fill]))
  const today = new Set(store.trades.filter((trade) => trade.on === store.on).map((trade) => trade.id))
  for (const fill of store.fills) {
    if (!today.has(fill.tradeId)) continue
    const key = keyOf(fill)
    const seen = book.get(fill.isManual ? wholeKeyOf(fill) : key)
    if (seen === undefined) report(key, { code: 'audit.fill_foreign', fill: key })
    else if (fill.isManual && (seen.price !== fill.price || seen.side !== fill.side || fill.quantity > seen.quantity))
      report(key, { code: 'audit.fill_differs.manual', fill: key, atBroker: fillOf(seen), inStore: fillOf(fill) })
  }
}

/** Contracts of which the broker shows less than our own orders left: another party sold, and the trade does not know. */
function findShortPositions(
  store: StoredAccountSnapshot,
  broker: BrokerAccountSnapshot,
  productOrders: readonly ProductOrder[],
  report: ReportFinding,
): void {
  const held = new Map<string, { units: number; trades: Trade[] }>()
  for (const trade of store.trades) {
    if (trade.state !== 'open' && trade.state !== 'exiting') continue
    const units = productOrders
      .filter(({ intent }) => intent.tradeId === trade.id)
      .reduce(
        (sum, { order }) => sum + (order.side === 'BUY' ? order.filled : -order.filled),
        -trade.manualExitQuantity,
      )
    const key = `${trade.contract.tradingsymbol} ${trade.product}`
    const known = held.get(key) ?? { units: 0, trades: [] }
    held.set(key, { units: known.units + units, trades: [...known.trades, trade] })
  }
  for (const [key, { units, trades }] of held) {
    const position = broker.positions.find((one) => `${one.tradingsymbol} ${one.product}` === key)
    const net = position?.quantity ?? 0
    if (net < units) report(trades[0]!.id, { code: 'audit.position_short', position: key, atBroker: net, ours: units })
  }
}

function isSame(fill: Fill, seen: BrokerFill): boolean {
  return fill.quantity === seen.quantity && fill.price === seen.price && fill.side === seen.side && !fill.isManual
}

function keyOf(fill: BrokerFill): string {
  return `${fill.orderId}/${fill.fillId}`
}

/** A manual sale is booked in parts, each under the broker's id and a number. */
function wholeKeyOf(fill: Fill): string {
  return `${fill.orderId}/${fill.fillId.slice(0, fill.fillId.lastIndexOf('/'))}`
}

function fillOf({ side, quantity, price }: BrokerFill): AuditFill {
  return { code: 'audit_fill.fill', side, quantity, price }
}
