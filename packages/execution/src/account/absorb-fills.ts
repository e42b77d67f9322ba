import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerPosition } from '../ports.ts'
import type { BrokerFill, Fill } from '../trade/fill.ts'
import { unresolvedSells } from '../trade/sell-orders.ts'
import { soonest } from '../trade/steps.ts'
import { isHeld, nextTrade, type HeldTrade } from '../trade/trade.ts'
import type { Ledger } from './ledger.ts'
import { lastMoveOf } from './state.ts'

/** Units of a contract that the broker no longer shows although, by our orders, they are held. */
export interface Shortfall {
  readonly tradeId: string
  readonly units: number
}

/** Takes in the broker's trades of our own orders. */
export function absorbFills(ledger: Ledger, fills: readonly BrokerFill[]): void {
  for (const seen of fills) {
    const order = ledger.state.order(seen.orderId)
    if (order === undefined) continue
    const fill: Fill = { ...seen, accountId: ledger.account, tradeId: order.tradeId, byHand: false }
    if (!ledger.state.hasFill(fill)) ledger.put({ type: 'fill', fill, on: ledger.state.on })
  }
}

/** What a reading of the positions says: what is missing, and when to look again because it was too early to tell. */
export interface Shortfalls {
  readonly missing: readonly Shortfall[]
  readonly againAt: EpochMs | undefined
}

/**
 * Which of our positions the broker shows smaller than our orders say. A reading taken while an order of the trade moved
 * says nothing: book and positions are not read in the same instant.
 */
export function shortfalls(
  ledger: Ledger,
  positions: readonly BrokerPosition[],
  readAt: EpochMs,
  bookLagMs: number,
): Shortfalls {
  const missing: Shortfall[] = []
  let againAt: EpochMs | undefined
  const held = ledger.state.held()
  if (held.length === 0) return { missing, againAt }
  for (const [key, trades] of Map.groupBy(held, keyOf)) {
    const views = trades.map((trade) => ledger.state.view(trade.id))
    const expected = views.reduce((sum, view) => sum + Math.max(0, view.open), 0)
    const net = positions.find((position) => keyOf(position) === key)?.quantity ?? 0
    let lacking = expected - Math.max(0, net)
    if (lacking <= 0) continue
    const tellableAt = (Math.max(...views.map(lastMoveOf)) + bookLagMs) as EpochMs
    if (tellableAt > readAt) {
      againAt = soonest(againAt, tellableAt)
      continue
    }
    for (const view of views) {
      const units = Math.min(lacking, Math.max(0, view.open))
      if (units > 0) missing.push({ tradeId: view.trade.id, units })
      lacking -= units
    }
  }
  return { missing, againAt }
}

/**
 * Books sales that were not ours against the trades they cut. Only as far as the broker's trade book shows such sales:
 * a position that merely reads small is not believed (a stale book reads small too). Returns the units left unexplained.
 */
export function absorbHandSales(ledger: Ledger, found: readonly Shortfall[], book: readonly BrokerFill[]): number {
  let unexplained = 0
  for (const { tradeId, units } of found) {
    const trade = ledger.state.trade(tradeId)
    if (trade === undefined || !isHeld(trade)) continue
    const view = ledger.state.view(tradeId)
    // A sale of ours whose order is not known yet would pass for somebody else's.
    if (unresolvedSells(view).length > 0) continue
    let left = Math.min(units, Math.max(0, view.open))
    const { sales, most } = foreignSales(ledger, book, trade)
    let free = most
    for (const seen of sales) {
      const taken = Math.min(left, seen.free, free)
      if (taken <= 0) continue
      left -= taken
      free -= taken
      bookHandSale(ledger, trade.id, seen.fill, taken)
    }
    unexplained += left
  }
  return unexplained
}

function bookHandSale(ledger: Ledger, tradeId: string, seen: BrokerFill, units: number): void {
  const trade = ledger.state.trade(tradeId)
  const event = { type: 'sold_by_hand', units } as const
  const next = trade === undefined ? undefined : nextTrade(trade, event)
  if (next === undefined) return
  // The same sale may be drawn on twice: once for what was missing first, again when more is.
  const part = ledger.state
    .view(tradeId)
    .fills.filter((fill) => fill.byHand && fill.fillId.startsWith(`${seen.fillId}/`)).length
  const fill: Fill = {
    ...seen,
    fillId: `${seen.fillId}/${part + 1}`,
    quantity: units,
    accountId: ledger.account,
    tradeId,
    byHand: true,
  }
  ledger.put({ type: 'fill', fill, on: ledger.state.on })
  ledger.put({ type: 'trade', trade: next })
}

/**
 * Sales in the trade's contract since it was entered that no order of ours made, with what of them is not booked yet.
 * `most`: how much of them can be ours. What the user bought by hand he may sell again; only sales beyond it cut us.
 */
function foreignSales(
  ledger: Ledger,
  book: readonly BrokerFill[],
  trade: HeldTrade,
): { sales: { fill: BrokerFill; free: number }[]; most: number } {
  const key = keyOf(trade)
  let since = Number.POSITIVE_INFINITY
  let most = 0
  const foreign: BrokerFill[] = []
  for (const fill of book) {
    if (keyOf(fill) !== key) continue
    const order = ledger.state.order(fill.orderId)
    if (order !== undefined) {
      // By the broker's own clock: ours may be ahead of it.
      if (order.tradeId === trade.id && fill.side === 'BUY') since = Math.min(since, fill.at)
      continue
    }
    most += fill.side === 'SELL' ? fill.quantity - ledger.state.takenByHand(fill) : -fill.quantity
    if (fill.side === 'SELL') foreign.push(fill)
  }
  if (since === Number.POSITIVE_INFINITY) since = trade.createdAt - 1_000
  const sales = foreign
    .filter((fill) => fill.at >= since)
    .map((fill) => ({ fill, free: fill.quantity - ledger.state.takenByHand(fill) }))
    .filter((sale) => sale.free > 0)
  return { sales, most }
}

function keyOf(of: HeldTrade | { readonly tradingsymbol: string; readonly product: string }): string {
  return `${'contract' in of ? of.contract.tradingsymbol : of.tradingsymbol}/${of.product}`
}
