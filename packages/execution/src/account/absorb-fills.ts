import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerPosition } from '../ports.ts'
import type { BrokerFill, Fill } from '../trade/fill.ts'
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
    let left = Math.min(units, Math.max(0, ledger.state.view(tradeId).open))
    for (const seen of foreignSales(ledger, book, trade)) {
      const taken = Math.min(left, seen.free)
      if (taken <= 0) continue
      left -= taken
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

/** Sales in the trade's contract since it began that no order of ours made, with what of them is not booked yet. */
function foreignSales(
  ledger: Ledger,
  book: readonly BrokerFill[],
  trade: HeldTrade,
): { fill: BrokerFill; free: number }[] {
  return book
    .filter(
      (fill) =>
        fill.side === 'SELL' &&
        keyOf(fill) === keyOf(trade) &&
        // The broker's times are whole seconds. From the first wish on: we may have heard of the fill late.
        fill.at >= trade.createdAt - 1_000 &&
        ledger.state.order(fill.orderId) === undefined,
    )
    .map((fill) => ({ fill, free: fill.quantity - ledger.state.takenByHand(fill) }))
    .filter((sale) => sale.free > 0)
}

function keyOf(of: HeldTrade | { readonly tradingsymbol: string; readonly product: string }): string {
  return `${'contract' in of ? of.contract.tradingsymbol : of.tradingsymbol}/${of.product}`
}
